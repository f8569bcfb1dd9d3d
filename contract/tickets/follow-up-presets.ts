import { type ZoneClock, zoneClock } from "../calendars/zone-clock.ts";

/** The times that are offered for coming back to a ticket, in the order of the menu. */
const FOLLOW_UP_PRESETS = ["today", "tomorrow", "working_days", "monday", "week"] as const;
export type FollowUpPreset = (typeof FOLLOW_UP_PRESETS)[number];

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MORNING = 9 * HOUR;
const AFTERNOON = 16 * HOUR;
const MONDAY = 1;
const FRIDAY = 5;
const WORKING_DAYS = 2;

/**
 * The moments of the presets in the organization's time zone, on the wall whatever daylight saving does: later today at
 * 16:00, unless that is over; tomorrow, in two working days (Monday to Friday), next Monday and in a week at 09:00.
 */
export function followUpPresets(now: number, timeZone: string): { preset: FollowUpPreset; at: number }[] {
  const clock = zoneClock(timeZone);
  const wall = clock.wallAt(now);
  const today = wall - (((wall % DAY) + DAY) % DAY);
  const days: Record<FollowUpPreset, number> = {
    today: today + AFTERNOON,
    tomorrow: today + DAY + MORNING,
    working_days: addWorkingDays(today, WORKING_DAYS) + MORNING,
    monday: nextMonday(today) + MORNING,
    week: today + 7 * DAY + MORNING,
  };
  return FOLLOW_UP_PRESETS.map((preset) => ({ preset, at: clock.momentOf(days[preset]) })).filter(
    ({ at }) => at > now,
  );
}

/** The moment some working days from today, at a time of day such as "09:00" in the organization's time zone. */
export function workingDaysAhead(
  now: number,
  timeZone: string,
  { days, at }: { days: number; at: string },
): number {
  const clock = zoneClock(timeZone);
  const wall = clock.wallAt(now);
  const today = wall - (((wall % DAY) + DAY) % DAY);
  const [hours = 0, minutes = 0] = at.split(":").map(Number);
  return clock.momentOf(addWorkingDays(today, days) + hours * HOUR + minutes * MINUTE);
}

/** The days from Monday to Friday after a day. */
function addWorkingDays(day: number, count: number): number {
  let reached = day;
  for (let left = count; left > 0;) {
    reached += DAY;
    const weekday = new Date(reached).getUTCDay();
    if (weekday >= MONDAY && weekday <= FRIDAY) left -= 1;
  }
  return reached;
}

function nextMonday(day: number): number {
  const ahead = (7 + MONDAY - new Date(day).getUTCDay()) % 7;
  return day + (ahead === 0 ? 7 : ahead) * DAY;
}

/** A time as a field of date and time holds it, such as "2026-11-24T09:00", in a zone. */
export function toWallText(moment: number, clock: ZoneClock): string {
  return new Date(clock.wallAt(moment)).toISOString().slice(0, 16);
}

/** The moment that such a field says; null for what is no time. */
export function fromWallText(text: string, clock: ZoneClock): number | null {
  const wall = Date.parse(`${text}Z`);
  return Number.isNaN(wall) ? null : clock.momentOf(wall);
}
