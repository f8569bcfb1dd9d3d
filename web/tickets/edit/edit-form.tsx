import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, type KeyboardEvent, type RefObject, useRef, useState } from "react";
import { ApiError, fieldErrors } from "#web/lib/api/api-error.ts";
import { useSchemaAhead } from "#web/lib/form/form.ts";
import { isSendKey } from "#web/lib/browser/platform.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/page-parts.tsx";
import { toastError } from "#web/ui/feedback/toast-error.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { authorsIn, type Authors, useConflictAuthors } from "./conflict-authors.ts";
import { ConflictPanel } from "./conflict-panel.tsx";
import { DangerZone } from "../detail/danger-zone.tsx";
import { DETAIL_MESSAGES } from "../detail-messages.ts";
import { EditFields } from "./edit-fields.tsx";
import { useEditState } from "./edit-state.ts";
import { checked, useFieldErrors } from "../form/form-check.ts";
import { FORM_MESSAGES } from "../form/messages.ts";
import { LeaveGuard } from "../form/leave-guard.tsx";
import { useOneAtATime } from "../form/one-at-a-time.ts";
import { adoptTicket, refreshTicket, saveTicket, type TicketDetail } from "../ticket-data.ts";

/** Changes a ticket; what others change meanwhile merges in, or is asked about field by field. */
export function EditForm({ ticket, mayDelete }: { ticket: TicketDetail; mayDelete: boolean }) {
  const form = useRef<HTMLFormElement>(null);
  const edit = useEditState(ticket);
  const { save, saving, errors, refused, ...leaving } = useSave({ form, ticket, edit });
  const authorOf = useConflictAuthors(ticket.id, edit.conflicts, refused);
  const canSave = edit.isDirty && edit.conflicts.length === 0;
  function onSubmit(event: FormEvent | KeyboardEvent) {
    event.preventDefault();
    if (canSave) void saving.run(save);
  }
  // Pressed in the fields, heard on the form.
  const keys = {
    onKeyDown: (event: KeyboardEvent) => {
      if (isSendKey(event)) onSubmit(event);
    },
  };
  return (
    <>
      {edit.conflicts.length > 0 && <ConflictPanel edit={edit} authorOf={authorOf} />}
      <form ref={form} noValidate onSubmit={onSubmit} {...keys}>
        <Card
          title={FORM_MESSAGES.information}
          line
          foot={<Foot ticketId={ticket.id} canSave={canSave} isSaving={saving.isBusy} />}
        >
          <EditFields
            ticket={ticket}
            values={edit.values}
            set={edit.set}
            errors={errors}
            isSaving={saving.isBusy}
          />
        </Card>
      </form>
      {mayDelete && <DangerZone ticketId={ticket.id} onDeleted={leaving.allow} />}
      <LeaveGuard
        isDirty={() => edit.isDirty && !leaving.isAllowed()}
        description={FORM_MESSAGES.leaveChanges}
      />
    </>
  );
}

type Save = {
  form: RefObject<HTMLFormElement | null>;
  ticket: TicketDetail;
  edit: ReturnType<typeof useEditState>;
};

/** Saves and goes back to the ticket. `refused`: who changed what meanwhile, as the server tells it. */
function useSave({ form, ticket, edit }: Save) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const isDone = useRef(false);
  const saving = useOneAtATime();
  const [errors, setErrors] = useFieldErrors(form);
  const [refused, setRefused] = useState<Authors>({});
  useSchemaAhead(schema);

  /** Nothing would be lost any more. */
  function allow() {
    isDone.current = true;
  }
  async function save() {
    try {
      const { body, errors: found } = checked(await schema(), edit.change());
      setErrors(found ?? {});
      if (!body) return;
      const { ticket: saved } = await saveTicket(ticket.id, body);
      allow();
      adoptTicket(client, saved);
      toast.success(DETAIL_MESSAGES.updated);
      await navigate({ to: "/tickets/$ticketId", params: { ticketId: ticket.id } });
    } catch (error) {
      // The fresh ticket shows which fields the two sides disagree about.
      if (error instanceof ApiError && error.status === 409) {
        setRefused(authorsIn(error));
        await refreshTicket(client, ticket.id);
      } else toastError(error, DETAIL_MESSAGES.failedToUpdate);
      setErrors(fieldErrors(error));
    }
  }
  return { save, saving, errors, refused, allow, isAllowed: () => isDone.current };
}

function Foot({ ticketId, canSave, isSaving }: { ticketId: string; canSave: boolean; isSaving: boolean }) {
  const navigate = useNavigate();
  return (
    <>
      <span className="grow" />
      <Button look="ghost" onClick={() => void navigate({ to: "/tickets/$ticketId", params: { ticketId } })}>
        {FORM_MESSAGES.cancel}
      </Button>
      <Button
        type="submit"
        look="primary"
        disabled={!canSave}
        busy={isSaving}
        busyLabel={FORM_MESSAGES.saving}
      >
        {FORM_MESSAGES.save}
      </Button>
    </>
  );
}

const schema = async () => (await import("#contract/tickets/change.ts")).TicketChange;
