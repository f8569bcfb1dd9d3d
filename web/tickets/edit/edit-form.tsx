import { Link, useNavigate } from "@tanstack/react-router";
import { FormButtons } from "#web/ui/form-buttons.tsx";
import { LeaveGuard } from "#web/ui/form/leave-guard.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Card } from "#web/ui/card.tsx";
import { isClosed } from "#contract/statuses.ts";
import { openItemsText } from "#web/checklists/open-items.ts";
import { useConflictAuthors } from "./conflict-authors.ts";
import { ConflictPanel } from "./conflict-panel.tsx";
import { DangerZone } from "../detail/danger-zone.tsx";
import { MovedOn } from "../detail/moved-on.tsx";
import { EditFields } from "./edit-fields.tsx";
import { FORM_MESSAGES } from "../form/messages.ts";
import type { TicketDetail } from "../ticket-data.ts";
import { type Edit, useEdit } from "./use-edit.ts";

type Props = { ticket: TicketDetail; isFetching: boolean; mayDelete: boolean };

/** Changes a ticket; changes of others merge in, or become a question for each field in conflict. */
export function EditForm({ ticket, isFetching, mayDelete }: Props) {
  const edit = useEdit(ticket);
  const { form, conflicts } = edit;
  const authorOf = useConflictAuthors(ticket.id, conflicts, edit.refused);
  const { merged_into: into } = ticket;
  if (into && !form.isChanged) return <MovedOn uid={ticket.uid} to={into.id} isFetching={isFetching} />;
  return (
    <>
      {into && <MergedMeanwhile ticket={ticket} into={into} />}
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

type MergedProps = { ticket: TicketDetail; into: { id: string; uid: string } };

/** What was begun here can be saved no more; it stays on the screen, to be taken along. */
function MergedMeanwhile({ ticket, into }: MergedProps) {
  return (
    <Banner
      tone="warning"
      title={FORM_MESSAGES.mergedMeanwhile(ticket.uid, into.uid)}
      action={
        <Link className="link" to="/tickets/$ticketId" params={{ ticketId: into.id }}>
          {FORM_MESSAGES.openTicket(into.uid)}
        </Link>
      }
    >
      {FORM_MESSAGES.mergedHint}
    </Banner>
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
        disabled={!form.isChanged || conflicts.length > 0 || ticket.merged_into !== null}
        onCancel={() => void navigate({ to: "/tickets/$ticketId", params: { ticketId: ticket.id } })}
      />
    </>
  );
}
