import { createLink } from "@tanstack/react-router";
import { TicketIcon } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { LIMITS } from "#contract/limits.ts";
import { atLeastCountText } from "#web/lib/format.ts";
import { StatusGlyph } from "#web/ui/status-badge.tsx";
import type { RecentTickets } from "./data.ts";
import { CLIENT_MESSAGES as W } from "./messages.ts";

/**
 * Four numbers; each links to its tickets. Statuses without a card of their own stand beside Open. Of more tickets than are
 * counted one by one a number says "2,000+".
 */
export function SummaryCards({ meta: { total, counts, total_is_capped: isCapped } }: Props) {
  const text = (n = 0) => atLeastCountText(n, isCapped && n >= LIMITS.countedForClients);
  return (
    <section className="summary-cards" aria-label={W.summary}>
      <Summary
        to="/tickets"
        search={{}}
        icon={<TicketIcon className="icon" />}
        name={W.total}
        caption={W.totalCaption}
        n={text(total)}
      />
      <Summary
        to="/tickets"
        search={{ status: "open" }}
        icon={<StatusGlyph status="open" />}
        name={W.open}
        caption={W.openCaption}
        n={text(counts.open)}
        besides={besidesOpen(counts, text)}
      />
      <Summary
        to="/tickets"
        search={{ status: "pending" }}
        icon={<StatusGlyph status="pending" />}
        name={W.pending}
        caption={W.pendingCaption}
        n={text(counts.pending)}
      />
      <Summary
        to="/tickets"
        search={{ status: "closed" }}
        icon={<StatusGlyph status="closed" />}
        name={W.resolved}
        caption={W.resolvedCaption}
        n={text(counts.closed)}
      />
    </section>
  );
}

/** "+ 2 in progress, 1 on hold"; without those that are none. */
function besidesOpen(
  { in_progress: inProgress = 0, on_hold: onHold = 0 }: Props["meta"]["counts"],
  text: (n: number) => string,
): string | undefined {
  const parts = [
    ...(inProgress > 0 ? [W.inProgress(text(inProgress))] : []),
    ...(onHold > 0 ? [W.onHold(text(onHold))] : []),
  ];
  return parts.length > 0 ? `+ ${parts.join(", ")}` : undefined;
}

type Props = { meta: RecentTickets["meta"] };

type FigureProps = ComponentProps<"a"> & {
  icon: ReactNode;
  name: string;
  caption: string;
  n: string;
  besides?: string;
};

function SummaryAnchor({ icon, name, caption, n, besides, ...rest }: FigureProps) {
  return (
    <a {...rest} className="card figure">
      <span className="figure-name">
        {icon}
        {name}
      </span>
      <span className="figure-value">
        {n}
        {besides && <small>{besides}</small>}
      </span>
      <span className="figure-caption">{caption}</span>
    </a>
  );
}

const Summary = createLink(SummaryAnchor);
