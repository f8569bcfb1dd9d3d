import { DUE_STATE_LABELS, durationText, TARGET_LABELS } from "#contract/sla/messages.ts";
import type { DueState } from "#contract/sla/targets.ts";
import type { ReplyOf } from "#web/lib/api/api-client.ts";
import { useCurrentTime } from "#web/lib/current-time.ts";
import { relativeTime } from "#web/lib/format.ts";
import { type Times, useViewerTimes } from "#web/lib/organization-times.ts";
import { ClockGlyph } from "./clock-glyph.tsx";
import { DUE_MESSAGES as MESSAGES } from "./due-messages.ts";
import "#web/styles/due.css";

type Due = Pick<ReplyOf<"GET /tickets">["items"][number], "due_at" | "due_target" | "due_state">;

const HOUR_MS = 3_600_000;
const LONG_MS = 10 * HOUR_MS;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 6 * DAY_MS;

/** When a ticket is due next: the time left today, a weekday within six days, later a date; and how long ago it was due. */
export function DueCell({ row }: { row: Due }) {
  const now = useCurrentTime();
  const times = useViewerTimes();
  const { due_at: at, due_target: target, due_state: told } = row;
  if (!told) return null;
  const state = stateAt(told, at, now);
  const name = target ? `${TARGET_LABELS[target]}: ` : "";
  return (
    <span
      className={`due-time due-cell due-${state}`}
      title={name + (at ? times.whole(at) : DUE_STATE_LABELS[state])}
    >
      <ClockGlyph standing={state} used={state === "due_soon" ? 0.85 : 0} />
      {state === "overdue" && <span className="visually-hidden">{DUE_STATE_LABELS.overdue}: </span>}
      {at ? dueText(at, now, times) : DUE_STATE_LABELS[state]}
    </span>
  );
}

/** Whether a due time has passed is a comparison; nothing else changes with the time alone. */
export function stateAt(told: DueState, at: string | null | undefined, now: number): DueState {
  return at && Date.parse(at) < now ? "overdue" : told;
}

/**
 * "35 min over", "4 h 39 min" for later today, "Mon 09:40", "Nov 30". Before today "2d ago": by how much a target is over, in
 * hours that count, is what the ticket tells.
 */
export function dueText(at: string, now: number, times: Times): string {
  const left = Date.parse(at) - now;
  const isToday = Math.abs(left) < DAY_MS && times.day(at) === times.day(now);
  if (left < 0) return isToday ? MESSAGES.over(durationText(shorten(left) / 1000)) : relativeTime(at, now);
  if (isToday) return durationText(left / 1000);
  return left < WEEK_MS ? times.near(at) : times.day(at);
}

/** Of long times the minutes say nothing, and there is no room for them. */
function shorten(left: number): number {
  return left < -LONG_MS ? left - (left % HOUR_MS) : left;
}
