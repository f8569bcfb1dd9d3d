/*
 * The hours of a calendar, as server and web read them (rules 870 to 874). A moment counts when the wall clock of the calendar's zone shows a
 * time within the hours of that day, `from <= t < to`; nothing else is said of daylight saving, and nothing else is needed.
 */

export const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** From and to on the wall clock, as HH:MM; 24:00 is the end of the day. */
export type Stretch = readonly [from: string, to: string];

/** Each day's hours, sorted and without overlaps; none is a day on which nothing counts. */
export type Week = Readonly<Record<Weekday, readonly Stretch[]>>;

/** A date as YYYY-MM-DD in the calendar's zone with hours of its own; null is closed. */
export type SpecialDay = { day: string; name: string; hours: readonly Stretch[] | null };

/** All that decides which seconds count. `zone` is a name of IANA. */
export type CalendarHours = { zone: string; week: Week; days: readonly SpecialDay[] };

export const MINUTES_OF_DAY = 1440;

/** The minutes from midnight that HH:MM stands for; null for any other text. */
export function readMinutes(time: string): number | null {
  const [, hours, minutes] = /^([01]\d|2[0-4]):([0-5]\d)$/.exec(time) ?? [];
  const total = Number(hours) * 60 + Number(minutes);
  return hours === undefined || total > MINUTES_OF_DAY ? null : total;
}

/** The id of the sentence that says what is wrong with a day's hours; null when nothing is. */
export function findFault(
  hours: readonly Stretch[],
): "calendar.time_invalid" | "calendar.end_before_beginning" | "calendar.hours_overlap" | null {
  const times = hours.map(([from, to]) => ({ from: readMinutes(from), to: readMinutes(to) }));
  const known = times.flatMap(({ from, to }) => (from === null || to === null ? [] : [{ from, to }]));
  if (known.length < times.length) return "calendar.time_invalid";
  if (known.some(({ from, to }) => to <= from)) return "calendar.end_before_beginning";
  const sorted = known.toSorted((a, b) => a.from - b.from);
  return sorted.some(({ from }, index) => from < (sorted[index - 1]?.to ?? 0))
    ? "calendar.hours_overlap"
    : null;
}

/** The stretches in the order of the day. HH:MM sorts as text. */
export function sortHours<S extends Stretch>(hours: readonly S[]): S[] {
  return hours.toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** How many minutes of a week are open. */
export function countOpenMinutes(week: Week): number {
  const lengths = WEEKDAYS.flatMap((day) => week[day]).map(
    ([from, to]) => (readMinutes(to) ?? 0) - (readMinutes(from) ?? 0),
  );
  return lengths.reduce((sum, length) => sum + length, 0);
}
