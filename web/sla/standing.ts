import type { ClockState } from "#contract/sla/targets.ts";

/** The state of a target as it is shown: a running one is told apart by what is left of it. */
export type Standing = ClockState | "due_soon" | "overdue";

type Told = { state: ClockState; target_seconds: number | null };

/** Of the target, how much is used when a clock is due soon (rule 916). */
const SOON = 0.75;

/** How a target stands with so many counted seconds left. */
export function standingOf({ state, target_seconds }: Told, left: number | null): Standing {
  if (state !== "running" || left === null || !target_seconds) return state;
  if (left < 0) return "overdue";
  return usedShare({ target_seconds }, left) >= SOON ? "due_soon" : "running";
}

/** How much of a target is used, from 0 on. */
export function usedShare({ target_seconds }: Pick<Told, "target_seconds">, left: number | null): number {
  return left === null || !target_seconds ? 0 : (target_seconds - left) / target_seconds;
}

type Counting = {
  remaining_seconds: number | null;
  counts_now: boolean;
  changes_at: string | null;
};

/**
 * Counted seconds that are left at `now`, of what the server told at `asOf` (both in ms): while the clock counts a second less
 * each second, and from `changes_at` on as it is then.
 */
export function leftAt({ remaining_seconds, counts_now, changes_at }: Counting, asOf: number, now: number) {
  if (remaining_seconds === null || !counts_now) return remaining_seconds;
  const until = changes_at === null ? now : Math.min(now, Date.parse(changes_at));
  return remaining_seconds - Math.max(0, Math.floor((until - asOf) / 1000));
}
