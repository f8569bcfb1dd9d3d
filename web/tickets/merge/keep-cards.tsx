import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { cx } from "#web/ui/class-names.ts";
import { PriorityBadge } from "#web/ui/priority-badge.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import type { Named, Preview } from "./merge-data.ts";
import { MERGE_MESSAGES as MESSAGES } from "./messages.ts";

type Props = { tickets: readonly Named[]; preview: Preview; keptId: string; onKeep: (id: string) => void };

/** One card a ticket that can be merged; the chosen one stays. They keep their places. */
export function KeepCards({ tickets, preview, keptId, onKeep }: Props) {
  const shown = tickets.flatMap(({ id }) => preview.tickets.find((ticket) => ticket.id === id) ?? []);
  return (
    <fieldset className="keep-cards">
      <legend className="visually-hidden">{MESSAGES.keep}</legend>
      {shown.map((ticket) => (
        <label key={ticket.id} className={cx("keep-card", ticket.id === keptId && "is-kept")}>
          <input
            type="radio"
            className="check"
            name="kept"
            aria-label={MESSAGES.keepOne(ticket.uid)}
            checked={ticket.id === keptId}
            onChange={() => onKeep(ticket.id)}
          />
          <span className="flex-row">
            <span className="monospace subtle">{ticket.uid}</span>
            {ticket.id === keptId && <Badge tone="accent">{MESSAGES.stays}</Badge>}
          </span>
          <b className="weight-medium">{ticket.subject}</b>
          <span className="flex-row wrap">
            <StatusBadge status={ticket.status} />
            <PriorityBadge priority={ticket.priority} />
          </span>
          <span className="subtle text-tiny">
            {[ticket.client_fullname, MESSAGES.comments(ticket.moves.comments)].filter(Boolean).join(" · ")}
            {" · "}
            <RelativeTime at={ticket.created} form="long" />
          </span>
        </label>
      ))}
    </fieldset>
  );
}
