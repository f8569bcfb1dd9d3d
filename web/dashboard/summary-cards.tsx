import { createLink } from "@tanstack/react-router";
import { TicketIcon } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { countText } from "#web/lib/format.ts";
import { StatusGlyph } from "#web/ui/status-badge.tsx";
import type { RecentTickets } from "./data.ts";
import { CLIENT_MESSAGES as W } from "./messages.ts";

/** Four exact numbers; each links to its tickets. Statuses without a card of their own stand beside Open. */
export function SummaryCards({ meta: { total, counts } }: { meta: RecentTickets["meta"] }) {
  return (
    <section className="summary-cards" aria-label={W.summary}>
      <Summary
        to="/tickets"
        search={{}}
        icon={<TicketIcon className="icon" />}
        name={W.total}
        caption={W.totalCaption}
        n={total}
      />
      <Summary
        to="/tickets"
        search={{ status: "open" }}
        icon={<StatusGlyph status="open" />}
        name={W.open}
        caption={W.openCaption}
        n={counts.open ?? 0}
        besides={besidesOpen(counts)}
      />
      <Summary
        to="/tickets"
        search={{ status: "pending" }}
        icon={<StatusGlyph status="pending" />}
        name={W.pending}
        caption={W.pendingCaption}
        n={counts.pending ?? 0}
      />
      <Summary
        to="/tickets"
        search={{ status: "closed" }}
        icon={<StatusGlyph status="closed" />}
        name={W.resolved}
        caption={W.resolvedCaption}
        n={counts.closed ?? 0}
      />
    </section>
  );
}

/** "+ 2 in progress, 1 on hold"; without those that are none. */
function besidesOpen({ in_progress: inProgress = 0, on_hold: onHold = 0 }: Counts): string | undefined {
  const parts = [
    ...(inProgress > 0 ? [W.inProgress(countText(inProgress))] : []),
    ...(onHold > 0 ? [W.onHold(countText(onHold))] : []),
  ];
  return parts.length > 0 ? `+ ${parts.join(", ")}` : undefined;
}

type Counts = RecentTickets["meta"]["counts"];

type Props = ComponentProps<"a"> & {
  icon: ReactNode;
  name: string;
  caption: string;
  n: number;
  besides?: string;
};

function SummaryAnchor({ icon, name, caption, n, besides, ...rest }: Props) {
  return (
    <a {...rest} className="card figure">
      <span className="figure-name">
        {icon}
        {name}
      </span>
      <span className="figure-value">
        {countText(n)}
        {besides && <small>{besides}</small>}
      </span>
      <span className="figure-caption">{caption}</span>
    </a>
  );
}

const Summary = createLink(SummaryAnchor);
