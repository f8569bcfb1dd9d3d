import { AlarmClock, ListChecks, Megaphone, PencilLine } from "lucide-react";
import { openItemsText } from "#web/checklists/open-items.ts";
import { useCurrentTime } from "#web/lib/current-time.ts";
import { cx } from "#web/ui/class-names.ts";
import type { TicketRow } from "../data.ts";
import { FOLLOW_UP_MESSAGES } from "../follow-up/messages.ts";
import { INCIDENT_MESSAGES } from "../incident/messages.ts";
import { DRAFT_MARK_MESSAGES } from "../draft-mark-messages.ts";
import { useOrganizationTimes } from "#web/lib/organization-times.ts";

type Props = { row: TicketRow };

/**
 * Beside the subject: the incident that a ticket belongs to, how many of an incident's are open, how far the checklist is, and
 * when somebody comes back to the ticket where no column says that.
 */
export function RowSigns({ row, withDate }: Props & { withDate: boolean }) {
  const { checklist, parent, open_reporters: open } = row;
  return (
    <span className="row-signs">
      {row.has_draft && (
        <span className="row-sign" title={DRAFT_MARK_MESSAGES.draft}>
          <PencilLine className="icon small" />
          <span className="visually-hidden">{DRAFT_MARK_MESSAGES.draft}</span>
        </span>
      )}
      {parent && (
        <span className="row-sign" title={INCIDENT_MESSAGES.partOf(parent.uid)}>
          <Megaphone className="icon small" />
          {parent.uid}
        </span>
      )}
      {open ? (
        <span className="row-sign" title={INCIDENT_MESSAGES.openReporters(open)}>
          <Megaphone className="icon small" />
          {open}
        </span>
      ) : null}
      {checklist && (
        <span className="row-sign" title={openItemsText([checklist]) ?? undefined}>
          <ListChecks className="icon small" />
          {checklist.done}/{checklist.items}
        </span>
      )}
      {withDate && <FollowUpSign row={row} />}
    </span>
  );
}

/** "due 09:00" on the day itself, "due Nov 24" later; "16:00" for later today, "Nov 30" for a date to come. */
export function FollowUpSign({ row: { follow_up_at, follow_up_due_at: dueAt } }: Props) {
  const texts = useOrganizationTimes();
  const now = useCurrentTime();
  const at = dueAt ?? follow_up_at;
  if (!at) return null;
  const isToday = texts.day(at) === texts.day(now);
  const when = isToday ? texts.time(at) : texts.day(at);
  return (
    <span className={cx("row-sign", dueAt && "is-due")} title={FOLLOW_UP_MESSAGES.setFor(texts.whole(at))}>
      <AlarmClock className="icon small" />
      {dueAt ? FOLLOW_UP_MESSAGES.due(when) : when}
    </span>
  );
}
