import { wallClock } from "#web/lib/time-zone.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Later today is no longer offered this long before it. */
const LATEST_MS = HOUR_MS / 2;
const MORNING = 9;
const AFTERNOON = 16;

export type RemindTime = { name: "today" | "tomorrow" | "twoDays" | "monday" | "week"; at: number };

/** The times that are offered, in ms: hours of the wall clock of whoever looks, also where the clocks change in between. */
export function listRemindTimes(now: number): RemindTime[] {
  const wall = wallClock(now);
  const today = Math.floor(wall / DAY_MS);
  const at = (day: number, hour: number) => momentOf(day * DAY_MS + hour * HOUR_MS);
  const times: RemindTime[] = [
    { name: "tomorrow", at: at(today + 1, MORNING) },
    { name: "twoDays", at: at(addWorkingDays(today, 2), MORNING) },
    { name: "monday", at: at(today + daysToMonday(today), MORNING) },
    { name: "week", at: at(today + 7, MORNING) },
  ];
  const afternoon = today * DAY_MS + AFTERNOON * HOUR_MS;
  return wall < afternoon - LATEST_MS ? [{ name: "today", at: momentOf(afternoon) }, ...times] : times;
}

/** The moment at which the wall clock shows a time that was typed ("2026-11-21T09:00"), or null where none was. */
export function readTypedTime(typed: string): number | null {
  const wall = Date.parse(`${typed}Z`);
  return Number.isNaN(wall) ? null : momentOf(wall);
}

/**
 * The moment (ms) at which the wall clock shows this, given as if it were UTC (ms): of an hour that comes twice the first,
 * of one that is skipped as far after the change.
 */
function momentOf(wall: number): number {
  const before = offsetAt(wall - DAY_MS);
  const after = offsetAt(wall + DAY_MS);
  const earlier = wall - Math.max(before, after);
  const later = wall - Math.min(before, after);
  return [earlier, later].find((moment) => wallClock(moment) === wall) ?? wall - before;
}

/** How far the wall clock is ahead of UTC around a moment, in ms. */
function offsetAt(moment: number): number {
  return wallClock(moment) - moment;
}

/** 0 is Sunday; 1970-01-01 was a Thursday. */
function weekdayOf(day: number): number {
  return (day + 4) % 7;
}

function daysToMonday(day: number): number {
  return (8 - weekdayOf(day)) % 7 || 7;
}

function addWorkingDays(from: number, count: number): number {
  let day = from;
  for (let left = count; left > 0;) {
    day += 1;
    if (weekdayOf(day) % 6 !== 0) left -= 1;
  }
  return day;
}
