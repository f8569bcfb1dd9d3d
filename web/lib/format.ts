import { dayNumber, viewerTimeZone, wallClock } from "./time-zone.ts";
import { AGO_STYLE, LANGUAGE, LOCALE } from "./language.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/*
 * English reads like the examples here (rule 69); other languages have the forms of their own locale.
 */

/**
 * The form of a relative time: "narrow" is "4m ago" and "2y ago", for rows; "ever" is "4 minutes ago" and "2 years ago", for
 * columns with more room (rules 241, 283 and 311). "long" is like "ever", and becomes a date after seven days.
 */
export type AgoForm = "narrow" | "long" | "ever";

/** "now", "4m ago", "3h ago", "yesterday", "2d ago", "3w ago"; "long" from 7 days on "Oct 28", with the year when it is another one. */
export function relativeTime(iso: string, nowMs: number, form: AgoForm = "narrow"): string {
  // A clock that runs a little behind the server's must not show the future.
  const passed = Math.max(0, nowMs - Date.parse(iso));
  const ago = form === "narrow" ? narrowAgoText : longAgo;
  if (passed < MINUTE_MS) return ago.format(0, "second");
  if (passed < HOUR_MS) return ago.format(-Math.floor(passed / MINUTE_MS), "minute");
  if (passed < DAY_MS) return ago.format(-Math.floor(passed / HOUR_MS), "hour");
  const days = calendarDays(iso, nowMs);
  if (passed < 7 * DAY_MS) return ago.format(-days, "day");
  if (form !== "long") return longAgoText(days, form === "narrow" ? narrowCountedAgo : countedAgo);
  return yearOf(iso) === yearOf(nowMs) ? formats().dayAndMonth.format(new Date(iso)) : shortDate(iso);
}

/** "1 week ago" rather than "last week", which may be another one. */
function longAgoText(days: number, ago: Intl.RelativeTimeFormat): string {
  if (days < 31) return ago.format(-Math.floor(days / 7), "week");
  if (days < 366) return ago.format(-Math.floor(days / 30.5), "month");
  return ago.format(-Math.floor(days / 365.25), "year");
}

/** "Jan 5, 2025", in the viewer's time zone. */
export function shortDate(iso: string): string {
  return formats().date.format(new Date(iso));
}

/** "Jan 5, 2025, 2:07 PM", in the viewer's time zone. */
export function dateAndTime(iso: string): string {
  return formats().dateTime.format(new Date(iso));
}

/** "08:14", in the viewer's time zone. */
export function hourAndMinute(iso: string): string {
  return formats().hourAndMinute.format(new Date(iso));
}

/** "14.07.32", for names of files: no colons. */
export function timeOfDay(ms: number): string {
  return formats().timeOfDay.format(ms).replaceAll(":", ".");
}

/** "1,284" */
export function countText(n: number): string {
  return number.format(n);
}

/** "9,999", then "12.4k", for narrow places. */
export function shortCountText(n: number): string {
  return n > 9999 ? `${thousands.format(Math.floor(n / 100) / 10)}k` : countText(n);
}

/** A count in narrow form with a plus sign if there are more: "1,000+". */
export function atLeastCountText(n: number, isMore: boolean): string {
  return isMore ? `${countText(n)}+` : countText(n);
}

/** The first 8 characters of an id, for names that are missing (rule 218). */
export function shortId(id: string): string {
  return id.slice(0, 8);
}

const narrowAgoText = new Intl.RelativeTimeFormat(LANGUAGE, { style: AGO_STYLE, numeric: "auto" });
const longAgo = new Intl.RelativeTimeFormat(LANGUAGE, { numeric: "auto" });
const narrowCountedAgo = new Intl.RelativeTimeFormat(LANGUAGE, { style: AGO_STYLE });
const countedAgo = new Intl.RelativeTimeFormat(LANGUAGE);
const number = new Intl.NumberFormat(LOCALE);
const thousands = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 });

/** The number of midnights between, at least 1. */
function calendarDays(iso: string, nowMs: number): number {
  return Math.max(1, dayNumber(nowMs) - dayNumber(Date.parse(iso)));
}

function yearOf(time: string | number): number {
  return new Date(wallClock(new Date(time).getTime())).getUTCFullYear();
}

let made: { zone: string | undefined; formats: Formats } | undefined;

/** The formats of the viewer's time zone; to make them takes longer than to use them. */
function formats(): Formats {
  const zone = viewerTimeZone();
  if (!made || made.zone !== zone) made = { zone, formats: makeFormats(zone) };
  return made.formats;
}

type Formats = ReturnType<typeof makeFormats>;

function makeFormats(timeZone: string | undefined) {
  const day = { timeZone, month: "short", day: "numeric" } as const;
  return {
    date: new Intl.DateTimeFormat(LOCALE, { ...day, year: "numeric" }),
    dayAndMonth: new Intl.DateTimeFormat(LOCALE, day),
    dateTime: new Intl.DateTimeFormat(LOCALE, {
      ...day,
      year: "numeric",
      hour: "numeric",
      minute: "2-digit",
    }),
    hourAndMinute: new Intl.DateTimeFormat("en-US", { timeZone, hourCycle: "h23", timeStyle: "short" }),
    timeOfDay: new Intl.DateTimeFormat("en-US", { timeZone, hourCycle: "h23", timeStyle: "medium" }),
  };
}
