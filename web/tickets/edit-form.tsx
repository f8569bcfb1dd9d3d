import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, type KeyboardEvent, useRef, useState } from "react";
import { mayChangeField, mayMoveTicketTo } from "#contract/access/tickets.ts";
import { SELECTABLE_STATUSES } from "#contract/statuses.ts";
import { TeamPicker } from "../groups/team-picker.tsx";
import { ApiError, fieldErrors } from "../lib/api-error.ts";
import { useSchemaAhead } from "../lib/form.ts";
import { isSendKey } from "../lib/platform.ts";
import { useActor } from "../lib/session-state.ts";
import { Person } from "../ui/avatar.tsx";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Card } from "../ui/page.tsx";
import { tellFailure } from "../ui/tell-failure.ts";
import { toast } from "../ui/toast.tsx";
import { AssigneePicker } from "./assignee-picker.tsx";
import { authorsIn, type Authors, useConflictAuthors } from "./conflict-authors.ts";
import { ConflictPanel } from "./conflict-panel.tsx";
import { DangerZone } from "./danger-zone.tsx";
import { DETAIL_WORDS } from "./detail-words.ts";
import { useEditState } from "./edit-state.ts";
import type { EditValues } from "./edit-values.ts";
import { checked, useFieldErrors } from "./form-check.ts";
import {
  type FieldErrors,
  IssueField,
  PriorityField,
  ShownField,
  StatusField,
  SubjectField,
} from "./form-fields.tsx";
import { FORM_WORDS } from "./form-words.ts";
import { LeaveGuard } from "./leave-guard.tsx";
import { useOneAtATime } from "./one-at-a-time.ts";
import { adoptTicket, refreshTicket, saveTicket, type TicketDetail } from "./ticket-data.ts";
import { factsOf } from "./ticket-facts.ts";

/** Changes a ticket; what others change meanwhile merges in, or is asked about field by field. */
export function EditForm({ ticket, mayDelete }: { ticket: TicketDetail; mayDelete: boolean }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const isDone = useRef(false);
  const edit = useEditState(ticket);
  const saving = useOneAtATime();
  useSchemaAhead(schema);
  const [errors, setErrors] = useFieldErrors(form);
  const [refused, setRefused] = useState<Authors>({});
  const authorOf = useConflictAuthors(ticket.id, edit.conflicts, refused);
  const canSave = edit.isDirty && edit.conflicts.length === 0;

  async function save() {
    try {
      const { body, errors: found } = checked(await schema(), edit.change());
      setErrors(found ?? {});
      if (!body) return;
      const { ticket: saved } = await saveTicket(ticket.id, body);
      isDone.current = true;
      adoptTicket(client, saved);
      toast.success(DETAIL_WORDS.updated);
      await navigate({ to: "/tickets/$ticketId", params: { ticketId: ticket.id } });
    } catch (error) {
      // The fresh ticket shows which fields the two sides disagree about.
      if (error instanceof ApiError && error.status === 409) {
        setRefused(authorsIn(error));
        await refreshTicket(client, ticket.id);
      } else tellFailure(error, DETAIL_WORDS.failedToUpdate);
      setErrors(fieldErrors(error));
    }
  }
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
          title={FORM_WORDS.information}
          line
          foot={
            <>
              <span className="grow" />
              <Button
                look="ghost"
                onClick={() => void navigate({ to: "/tickets/$ticketId", params: { ticketId: ticket.id } })}
              >
                {FORM_WORDS.cancel}
              </Button>
              <Button
                type="submit"
                look="primary"
                disabled={!canSave}
                busy={saving.isBusy}
                busyLabel={FORM_WORDS.saving}
              >
                {FORM_WORDS.save}
              </Button>
            </>
          }
        >
          <Fields
            ticket={ticket}
            values={edit.values}
            set={edit.set}
            errors={errors}
            isSaving={saving.isBusy}
          />
        </Card>
      </form>
      {mayDelete && <DangerZone ticketId={ticket.id} onDeleted={() => (isDone.current = true)} />}
      <LeaveGuard isDirty={() => edit.isDirty && !isDone.current} description={FORM_WORDS.leaveChanges} />
    </>
  );
}

type FieldsProps = {
  ticket: TicketDetail;
  values: EditValues;
  set: (part: Partial<EditValues>) => void;
  errors: FieldErrors;
  isSaving: boolean;
};

function Fields({ ticket, values, set, errors, isSaving }: FieldsProps) {
  const actor = useActor();
  const facts = factsOf(ticket);
  // An in-progress ticket shows its own status besides the four of the form (decision list 70).
  const statuses = [...new Set([ticket.status, ...SELECTABLE_STATUSES])].filter(
    (status) => status === values.status || mayMoveTicketTo(actor, facts, status),
  );
  return (
    <div className="formgrid">
      <SubjectField
        value={values.subject}
        error={errors.subject}
        disabled={isSaving}
        onChange={(subject) => set({ subject })}
      />
      <IssueField
        label={FORM_WORDS.description}
        value={values.issue}
        error={errors.issue}
        disabled={isSaving}
        onChange={(issue) => set({ issue })}
      />
      <StatusField
        value={values.status}
        statuses={statuses}
        error={errors.status}
        onChange={(status) => set({ status })}
      />
      <PriorityField
        value={values.priority}
        error={errors.priority}
        onChange={(priority) => set({ priority })}
      />
      {mayChangeField(actor, facts, "assignee_id") ? (
        <Field label={FORM_WORDS.assignee} error={errors.assignee_id}>
          <AssigneePicker value={values.assignee} onChange={(assignee) => set({ assignee })} />
        </Field>
      ) : (
        <ShownField label={FORM_WORDS.assignee}>
          <Person name={values.assignee?.fullname} empty={FORM_WORDS.unassigned} />
        </ShownField>
      )}
      {mayChangeField(actor, facts, "group_id") ? (
        <Field label={FORM_WORDS.groupTeam} error={errors.group_id}>
          <TeamPicker value={values.team} onChange={(team) => set({ team })} />
        </Field>
      ) : (
        <ShownField label={FORM_WORDS.groupTeam}>{values.team?.name ?? FORM_WORDS.none}</ShownField>
      )}
    </div>
  );
}

const schema = async () => (await import("#contract/tickets/change.ts")).TicketChange;
