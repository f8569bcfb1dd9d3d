import { useNavigate } from "@tanstack/react-router";
import { FormButtons } from "#web/ui/form-buttons.tsx";
import { LeaveGuard } from "#web/ui/form/leave-guard.tsx";
import { Card } from "#web/ui/card.tsx";
import { isClosed } from "#contract/statuses.ts";
import { openItemsText } from "#web/checklists/open-items.ts";
import { useConflictAuthors } from "./conflict-authors.ts";
import { ConflictPanel } from "./conflict-panel.tsx";
import { DangerZone } from "../detail/danger-zone.tsx";
import { EditFields } from "./edit-fields.tsx";
import { FORM_MESSAGES } from "../form/messages.ts";
import type { TicketDetail } from "../ticket-data.ts";
import { type Edit, useEdit } from "./use-edit.ts";

/** Changes a ticket; changes of others merge in, or become a question for each field in conflict. */
export function EditForm({ ticket, mayDelete }: { ticket: TicketDetail; mayDelete: boolean }) {
  const edit = useEdit(ticket);
  const { form, conflicts } = edit;
  const authorOf = useConflictAuthors(ticket.id, conflicts, edit.refused);
  return (
    <>
      {conflicts.length > 0 && <ConflictPanel edit={edit} authorOf={authorOf} />}
      {/* Ctrl/Cmd Enter is pressed in the fields, and heard here. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <form noValidate onSubmit={form.onSubmit} onKeyDown={form.onSendKey}>
        <Card title={FORM_MESSAGES.information} line foot={<Foot ticket={ticket} edit={edit} />}>
          <EditFields ticket={ticket} form={form} />
        </Card>
      </form>
      {mayDelete && <DangerZone ticketId={ticket.id} onDeleted={form.forget} />}
      <LeaveGuard form={form} description={FORM_MESSAGES.leaveChanges} />
    </>
  );
}

function Foot({ ticket, edit: { form, conflicts } }: { ticket: TicketDetail; edit: Edit }) {
  const navigate = useNavigate();
  const isClosing = isClosed(form.values.status) && !isClosed(ticket.status);
  return (
    <>
      <span className="hint" role="status">
        {isClosing && openItemsText([ticket.checklist])}
      </span>
      <span className="grow" />
      <FormButtons
        act={FORM_MESSAGES.save}
        busyLabel={FORM_MESSAGES.saving}
        isBusy={form.isBusy}
        disabled={!form.isChanged || conflicts.length > 0}
        onCancel={() => void navigate({ to: "/tickets/$ticketId", params: { ticketId: ticket.id } })}
      />
    </>
  );
}
