import { TARGET_LABELS, durationText } from "#contract/sla/messages.ts";
import type { Times } from "#web/lib/organization-times.ts";
import type { Clock, Stretch } from "../data.ts";
import { RECEIPT_MESSAGES as MESSAGES } from "../messages.ts";
import { usedText } from "./clock-text.ts";
import { kindOf, secondsOf } from "./lines.ts";

/** A stretch that does not count is drawn at most so wide, of all that counted: nights and weekends would hide the rest. */
const LARGEST_REST = 0.12;
/** Names of days stand at least so far from each other, in parts of the whole. */
const APART = 0.1;

/** The clock as one bar, with its due time; the lines below say all of it in words. */
export function TimeLine({ clock, asOf, times }: { clock: Clock; asOf: string; times: Times }) {
  const { target, stretches, started_at, ended_at, target_seconds } = clock;
  if (stretches.length === 0 || target_seconds === null) return null;
  const { pieces, due } = drawn(clock, target_seconds);
  return (
    <div>
      <div
        className="time-line"
        role="img"
        aria-label={MESSAGES.bar(
          TARGET_LABELS[target],
          times.whole(started_at),
          times.whole(ended_at ?? asOf),
          usedText(clock.used_seconds),
          durationText(target_seconds),
        )}
      >
        {pieces.map(({ key, kind, width }) => (
          <i key={key} className={`line-${kind}`} style={{ width: `${width * 100}%` }} />
        ))}
        {due !== null && <span className="line-due" style={{ left: `${due * 100}%` }} />}
      </div>
      <div className="line-days" aria-hidden="true">
        {daysAlong(pieces, times).map(({ at, name }) => (
          <span key={at} style={{ left: `${at * 100}%` }}>
            {name}
          </span>
        ))}
      </div>
    </div>
  );
}

type Piece = { key: string; kind: string; from: string | null; start: number; width: number };

function drawn({ stretches, state, used_seconds, remaining_seconds }: Clock, target: number) {
  const ahead = state === "running" || state === "paused" ? Math.max(0, remaining_seconds ?? 0) : 0;
  const largest = LARGEST_REST * Math.max(used_seconds + ahead, target);
  const weightOf = (stretch: Stretch) =>
    stretch.counts ? secondsOf(stretch) : Math.min(secondsOf(stretch), largest);
  const whole = stretches.reduce((sum, stretch) => sum + weightOf(stretch), ahead) || 1;
  let start = 0;
  let due: number | null = null;
  const pieces = stretches.map((stretch): Piece => {
    const width = weightOf(stretch) / whole;
    const left = target - (stretch.used_after - (stretch.counts ? secondsOf(stretch) : 0));
    if (due === null && stretch.counts && stretch.used_after >= target) due = start + left / whole;
    const piece = { key: stretch.from, kind: kindOf(stretch), from: stretch.from, start, width };
    start += width;
    return piece;
  });
  if (ahead > 0) pieces.push({ key: "ahead", kind: "ahead", from: null, start, width: ahead / whole });
  return { pieces, due: due ?? (ahead > 0 ? 1 : null) };
}

/** The weekday where each day begins to be drawn. */
function daysAlong(pieces: readonly Piece[], times: Times): { at: number; name: string }[] {
  const days: { at: number; name: string; day: string }[] = [];
  for (const { from, start, kind } of pieces) {
    if (from === null || (kind !== "counted" && days.length > 0)) continue;
    const day = times.day(from);
    const last = days.at(-1);
    if (last && (last.day === day || start - last.at < APART)) continue;
    if (start < 1 - APART / 2) days.push({ at: start, name: times.weekday(from), day });
  }
  return days;
}
