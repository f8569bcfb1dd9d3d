import type { Weekday } from "#contract/calendars/hours.ts";
import { WEEKDAYS } from "#contract/calendars/hours.ts";
import { zoneClock } from "#contract/calendars/zone-clock.ts";
import { LOCALE } from "#web/lib/language.ts";

/** A date of a calendar, such as "Fri, Dec 25, 2026": it is no moment, so no time zone moves it. */
export function dateText(day: string): string {
  return date.format(Date.parse(day));
}

/** "Monday", and "Mon" for narrow places. */
export function weekdayNames(day: Weekday): { long: string; short: string } {
  // November 23, 2026 was a Monday.
  const at = Date.UTC(2026, 10, 23 + WEEKDAYS.indexOf(day));
  return { long: longDay.format(at), short: shortDay.format(at) };
}

/** Today's date in a zone, as YYYY-MM-DD. */
export function todayIn(zone: string, now: number): string {
  return new Date(zoneClock(zone).wallAt(now)).toISOString().slice(0, 10);
}

const date = new Intl.DateTimeFormat(LOCALE, {
  timeZone: "UTC",
  weekday: "short",
  year: "numeric",
  month: "short",
  day: "numeric",
});
const longDay = new Intl.DateTimeFormat(LOCALE, { timeZone: "UTC", weekday: "long" });
const shortDay = new Intl.DateTimeFormat(LOCALE, { timeZone: "UTC", weekday: "short" });
