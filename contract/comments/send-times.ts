import { type ZoneClock, zoneClock } from "../calendars/zone-clock.ts";

/** Seconds for which the app may hold a person's answers, so that they can be undone, and those of who has chosen none. */
export const UNDO_SEND_SECONDS = [0, 5, 10, 20] as const;
export const UNDO_SEND_USUAL = 10;

const SEND_LATER_PRESETS = ["tomorrow", "monday"] as const;
export type SendLaterPreset = (typeof SEND_LATER_PRESETS)[number];

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MORNING = 8 * HOUR;
const MONDAY = 1;

/**
 * The moments of the presets, at 08:00 on the wall of the organization's time zone whatever daylight saving does: tomorrow,
 * and next Monday unless that is tomorrow.
 */
export function sendLaterPresets(now: number, timeZone: string): { preset: SendLaterPreset; at: number }[] {
  const clock = zoneClock(timeZone);
  const tomorrow = startOfDay(clock.wallAt(now)) + DAY;
  const monday = nextMonday(tomorrow);
  const days: Record<SendLaterPreset, number> = { tomorrow, monday };
  return SEND_LATER_PRESETS.filter((preset) => preset === "tomorrow" || monday !== tomorrow).map(
    (preset) => ({
      preset,
      at: clock.momentOf(days[preset] + MORNING),
    }),
  );
}

function startOfDay(wall: number): number {
  return wall - (((wall % DAY) + DAY) % DAY);
}

/** The first Monday that is not before a day. */
function nextMonday(day: number): number {
  return day + ((7 + MONDAY - new Date(day).getUTCDay()) % 7) * DAY;
}

/** Days from one moment to another as the wall shows them: 0 on the same day, 1 for tomorrow. */
export function daysAhead(now: number, at: number, clock: ZoneClock): number {
  return (startOfDay(clock.wallAt(at)) - startOfDay(clock.wallAt(now))) / DAY;
}
