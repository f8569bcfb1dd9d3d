import { durationText, TARGET_LABELS } from "#contract/sla/messages.ts";
import { SLA_TARGETS } from "#contract/sla/targets.ts";
import { ClockGlyph } from "../clock-glyph.tsx";
import type { TicketDetail } from "../data.ts";
import { DUE_MESSAGES } from "../due-messages.ts";
import { leftAt, type Standing, standingOf, usedShare } from "../standing.ts";
import { type TicketSla, useClock } from "../use-clock.ts";
import { stateText } from "./state-text.ts";
import "#web/styles/due.css";

const LONG_SECONDS = 36_000;

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
      {shortText(standing, left)}
    </span>
  );
}

/** As in a list: there is no room for more on a phone. */
function shortText(standing: Standing, left: number | null): string {
  if (left === null || (standing !== "running" && standing !== "due_soon" && standing !== "overdue"))
    return stateText(standing, left);
  const text = leftText(left);
  return standing === "overdue" ? DUE_MESSAGES.over(text) : text;
}

/** Of long times the minutes say nothing. */
function leftText(left: number): string {
  const seconds = Math.abs(left);
  return durationText(seconds < LONG_SECONDS ? seconds : seconds - (seconds % 3600));
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
