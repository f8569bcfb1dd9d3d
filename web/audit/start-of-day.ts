import { wallClock } from "#web/lib/time-zone.ts";

const DAY_MS = 86_400_000;

/** When a day such as "2026-11-03" begins in the viewer's time zone, or the day `later` days after it. */
export function startOfDay(day: string, later = 0): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`) + later * DAY_MS;
  // The clocks may change between the first guess and the midnight that is meant.
  const guess = midnight - offsetAt(midnight);
  return new Date(midnight - offsetAt(guess));
}

/** How much the viewer's clock is ahead of UTC at a whole second (ms). */
function offsetAt(ms: number): number {
  return wallClock(ms) - ms;
}
