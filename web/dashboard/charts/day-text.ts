import { LOCALE } from "#web/lib/language.ts";

const short = new Intl.DateTimeFormat(LOCALE, { month: "short", day: "numeric", timeZone: "UTC" });
const long = new Intl.DateTimeFormat(LOCALE, {
  month: "short",
  day: "numeric",
  year: "numeric",
  timeZone: "UTC",
});

/** "Nov 3" of "2026-11-03": a day of the organization, so the viewer's time zone must not move it. */
export function dayText(date: string): string {
  return short.format(new Date(date));
}

/** "Nov 3, 2026" */
export function fullDayText(date: string): string {
  return long.format(new Date(date));
}
