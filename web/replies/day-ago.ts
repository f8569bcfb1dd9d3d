import { zoneClock } from "#contract/calendars/zone-clock.ts";
import { shortDate } from "#web/lib/format.ts";
import { LANGUAGE } from "#web/lib/language.ts";

const DAY_MS = 24 * 3_600_000;
const MONTH_DAYS = 31;
const ago = new Intl.RelativeTimeFormat(LANGUAGE, { numeric: "auto" });

/** "today", "yesterday", "12 days ago", then the date: how long ago a day of the organization's calendar was. */
export function dayAgo(day: string, now: number, zone: string): string {
  const today = Math.floor(zoneClock(zone).wallAt(now) / DAY_MS);
  // Clocks of server and browser may stand on two sides of a midnight.
  const days = Math.max(0, today - Date.parse(day) / DAY_MS);
  return days < MONTH_DAYS ? ago.format(-days, "day") : shortDate(`${day}T12:00:00Z`);
}
