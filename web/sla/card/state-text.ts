import { CLOCK_STATE_TEXTS, durationText } from "#contract/sla/messages.ts";
import type { Standing } from "../standing.ts";

/** "Due in 1 h 12 min", "Overdue by 35 min", "Missed by 1 h 30 min": how a target stands, with the counted seconds left of it. */
export function stateText(standing: Standing, left: number | null): string {
  if (standing === "missed") {
    const over = -(left ?? 0);
    return isJustMissed(over) ? CLOCK_STATE_TEXTS.justMissed : CLOCK_STATE_TEXTS.missedBy(durationText(over));
  }
  if (standing === "overdue") return CLOCK_STATE_TEXTS.overdueBy(durationText(left ?? 0));
  if (standing !== "running" && standing !== "due_soon") return CLOCK_STATE_TEXTS[standing];
  return left === null ? CLOCK_STATE_TEXTS.running : CLOCK_STATE_TEXTS.dueIn(durationText(left));
}

/** Whether a target was missed by less than a minute, in seconds over it. */
export function isJustMissed(over: number): boolean {
  return over < 60;
}
