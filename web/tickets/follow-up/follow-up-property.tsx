import { AlarmClock } from "lucide-react";
import { mayFollowUp } from "#contract/access/tickets.ts";
import { isClosed } from "#contract/statuses.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { useCurrentTime } from "#web/lib/current-time.ts";
import { DETAIL_MESSAGES } from "../detail-messages.ts";
import { ticketAttributesOf } from "../ticket-attributes.ts";
import type { TicketDetail } from "../ticket-data.ts";
import { FollowUpOpener } from "./follow-up-opener.tsx";
import { useOrganizationTimes } from "#web/lib/organization-times.ts";

/** When the staff come back to a ticket; a closed one waits for nothing. */
export function FollowUpProperty({ ticket }: { ticket: TicketDetail }) {
  const may = mayFollowUp(useActor(), ticketAttributesOf(ticket)) && !isClosed(ticket.status);
  const { follow_up_at: at = null, follow_up_due_at: dueAt = null, follow_up_before: before = null } = ticket;
  const shown = <FollowUpText at={at} dueAt={dueAt} />;
  if (!may) return <span className="property-value">{shown}</span>;
  return (
    <FollowUpOpener
      ids={[ticket.id]}
      at={at}
      hasAny={at !== null || dueAt !== null}
      holds={ticket.follow_up_holds ?? false}
      firm={ticket.follow_up_firm ?? false}
      before={before}
      renderButton={(opener) => (
        <button type="button" className="property-value" {...opener}>
          <span className="visually-hidden">{DETAIL_MESSAGES.changeFollowUp}: </span>
          {shown}
        </button>
      )}
    />
  );
}

function FollowUpText({ at, dueAt }: { at: string | null; dueAt: string | null }) {
  const texts = useOrganizationTimes();
  const now = useCurrentTime();
  if (dueAt !== null)
    return (
      <span className="flex-row follow-up is-due" title={texts.whole(dueAt)}>
        <AlarmClock className="icon small" />
        {DETAIL_MESSAGES.dueSince(texts.day(dueAt) === texts.day(now) ? texts.time(dueAt) : texts.day(dueAt))}
      </span>
    );
  if (at === null) return <span className="subtle">{DETAIL_MESSAGES.none}</span>;
  return (
    <span className="flex-row follow-up">
      <AlarmClock className="icon small" />
      {texts.whole(at)}
    </span>
  );
}
