import { findFault, sortHours, type Weekday, WEEKDAYS } from "#contract/calendars/hours.ts";
import { CALENDAR_REFUSALS } from "#contract/refusals/calendars.ts";
import type { Calendar, CalendarDraft } from "../data.ts";
import { readHours, writeHours } from "./hours-text.ts";

/** The values of the form; the hours of the week as they are typed. */
export type CalendarValues = {
  name: string;
  zone: string;
  week: Record<Weekday, string>;
  days: CalendarDraft["days"];
};

export function valuesOf({ name, zone, week, days }: CalendarDraft | Calendar): CalendarValues {
  return { name, zone, week: mapWeek((day) => writeHours(week[day])), days };
}

export function bodyOf({ name, zone, week, days }: CalendarValues): CalendarDraft {
  return { name, zone, week: mapWeek((day) => sortHours(readHours(week[day]))), days };
}

/** The sentence about typed hours; null where nothing is wrong. */
export function faultOf(typed: string): string | null {
  const fault = findFault(readHours(typed));
  return fault === null ? null : CALENDAR_REFUSALS[fault];
}

/** Monday to Friday from eight to six, which most desks begin with. */
export function beginCalendar(zone: string): CalendarDraft {
  return {
    name: "",
    zone,
    week: mapWeek<[string, string][]>((day) => (day === "sat" || day === "sun" ? [] : [["08:00", "18:00"]])),
    days: [],
  };
}

/** The days of both, by date; what is there already stays. */
export function addDays(days: CalendarDraft["days"], more: CalendarDraft["days"]): CalendarDraft["days"] {
  const known = new Set(days.map(({ day }) => day));
  const added = more.filter(({ day }) => !known.has(day));
  return [...days, ...added].toSorted((a, b) => (a.day < b.day ? -1 : 1));
}

function mapWeek<Of>(make: (day: Weekday) => Of): Record<Weekday, Of> {
  const [mon, tue, wed, thu, fri, sat, sun] = WEEKDAYS;
  return {
    mon: make(mon),
    tue: make(tue),
    wed: make(wed),
    thu: make(thu),
    fri: make(fri),
    sat: make(sat),
    sun: make(sun),
  };
}
