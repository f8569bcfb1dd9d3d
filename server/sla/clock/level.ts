import type { SlaTarget } from "#contract/sla/targets.ts";
import { PRIORITIES, type Priority } from "#contract/statuses.ts";
import type { Hours } from "#server/calendars/windows.ts";
import type { Piece, Timeline } from "./timeline.ts";
import type { Level, Policy } from "./types.ts";

/** What counts, and what of a ticket's life does not. */
export type Judging = { timeline: Timeline; policy: Policy; hours: Hours; target: SlaTarget };

type Counting = Pick<Hours, "worked" | "reach">;

const EVERY_SECOND: Counting = {
  worked: (from, to) => Math.max(0, to - from),
  reach: (from, seconds) => from + seconds,
};

/** The hours on which a priority's targets are counted. */
export function countingOf({ policy, hours }: Judging, priority: Priority): Counting {
  return policy.targets[priority].aroundTheClock ? EVERY_SECOND : hours;
}

/** Whether a clock waits: responses for nothing but the trash and a merge, the resolution for others too where that is agreed. */
export function isStopped({ target, policy }: Pick<Judging, "target" | "policy">, { stop }: Piece): boolean {
  if (stop === null) return false;
  if (stop === "trash" || stop === "merged") return true;
  if (target !== "resolution") return false;
  if (stop === "waiting_for_client") return policy.pausesForClient;
  if (stop === "waiting_for_third_party") return policy.pausesForThirdParty;
  return true;
}

/**
 * The targets that hold for a ticket of some priority: each one up to it that is promised, counted from when the ticket first
 * had that priority, or from the beginning of the clock where that is later. The highest comes first.
 */
export function measureLevels(
  judging: Judging,
  { from, end, priority }: { from: number; end: number; priority: Priority },
): Level[] {
  const running = judging.timeline.pieces.filter((piece) => !isStopped(judging, piece));
  return PRIORITIES.slice(0, PRIORITIES.indexOf(priority) + 1)
    .toReversed()
    .flatMap((level) => {
      const targetSeconds = judging.policy.targets[level][judging.target];
      if (targetSeconds === null) return [];
      const startedAt = Math.max(from, judging.timeline.firstAt[level] ?? from);
      const counting = countingOf(judging, level);
      const { used, reached } = count(counting, running, { from: startedAt, end, seconds: targetSeconds });
      const dueAt = reached ?? counting.reach(Math.max(end, startedAt), targetSeconds - used);
      return [{ priority: level, targetSeconds, startedAt, usedSeconds: used, dueAt }];
    });
}

/** When some seconds of a level are used, had its clock run on from the end; null beyond five years. */
export function findMoment(
  judging: Judging,
  { priority, startedAt }: Level,
  { end, seconds }: { end: number; seconds: number },
): number | null {
  const counting = countingOf(judging, priority);
  const running = judging.timeline.pieces.filter((piece) => !isStopped(judging, piece));
  const { used, reached } = count(counting, running, { from: startedAt, end, seconds });
  return reached ?? counting.reach(Math.max(end, startedAt), seconds - used);
}

/** The counted seconds between two moments, and the earliest one at which so many had been counted. */
function count(
  counting: Counting,
  running: readonly Piece[],
  { from, end, seconds }: { from: number; end: number; seconds: number },
): { used: number; reached: number | null } {
  let used = 0;
  let reached: number | null = null;
  for (const piece of running) {
    const start = Math.max(piece.from, from);
    const stop = Math.min(piece.to, end);
    if (stop <= start) continue;
    const worked = counting.worked(start, stop);
    if (reached === null && used + worked >= seconds) reached = counting.reach(start, seconds - used);
    used += worked;
  }
  return { used, reached };
}

/** The level that is due first; of two at the same moment the higher one. */
export function findDeciding(levels: readonly Level[]): Level | null {
  let deciding: Level | null = null;
  for (const level of levels)
    if (deciding === null || (level.dueAt ?? Infinity) < (deciding.dueAt ?? Infinity)) deciding = level;
  return deciding;
}
