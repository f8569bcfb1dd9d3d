import { TARGET_LABELS } from "#contract/sla/messages.ts";
import { SLA_TARGETS } from "#contract/sla/targets.ts";
import { ClockGlyph } from "../clock-glyph.tsx";
import type { TicketDetail } from "../data.ts";
import { leftAt, standingOf, usedShare } from "../standing.ts";
import { type TicketSla, useClock } from "../use-clock.ts";
import { stateText } from "./state-text.ts";
import "#web/styles/due.css";

/** What is due next, beside the status where the card stands below the thread; nothing once all is decided. */
export function StripDue({ ticket }: { ticket: TicketDetail }) {
  const { now, asOf } = useClock(ticket);
  const target = ticket.sla && nextOf(ticket.sla);
  const state = target && ticket.sla?.[target];
  if (!state) return null;
  const left = leftAt(state, asOf, now);
  const standing = standingOf(state, left);
  return (
    <span className={`property-value due-time due-${standing}`}>
      <ClockGlyph standing={standing} used={usedShare(state, left)} />
      <span className="visually-hidden">{TARGET_LABELS[target]}: </span>
      {stateText(standing, left)}
    </span>
  );
}

/** Of those that run the one that is due first; one that waits only where none runs. */
function nextOf(sla: TicketSla) {
  const dueAt = (target: keyof TicketSla) => Date.parse(sla[target]?.due_at ?? "") || Infinity;
  const running = SLA_TARGETS.filter((target) => sla[target]?.state === "running");
  return (
    running.toSorted((one, other) => dueAt(one) - dueAt(other))[0] ??
    SLA_TARGETS.find((target) => sla[target]?.state === "paused")
  );
}
