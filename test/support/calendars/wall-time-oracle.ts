/*
 * What a calendar counts, told a second time and otherwise: minute by minute, with the time of the wall as
 * Intl.DateTimeFormat writes it. It shares nothing with server/calendars and knows of no changes of offset; a minute
 * counts when the wall shows a time within that day's hours. Zones are whole minutes ahead of UTC here, as all are today.
 */
import type { CalendarHours, Stretch, Weekday } from "#contract/calendars/hours.ts";

/** Zones with and without daylight saving, of half and quarter hours, with a skipped midnight, a skipped day and Ramadan. */
export const ORACLE_ZONES = [
  "Europe/London",
  "Europe/Berlin",
  "Europe/Oslo",
  "America/New_York",
  "America/St_Johns",
  "America/Santiago",
  "America/Sao_Paulo",
  "Australia/Lord_Howe",
  "Asia/Kathmandu",
  "Asia/Kolkata",
  "Africa/Cairo",
  "Africa/Casablanca",
  "Pacific/Apia",
  "UTC",
] as const;

/** The wall at a minute: its date as YYYY-MM-DD, the weekday and the minutes since 0:00 that it shows. */
export type Wall = { date: string; weekday: Weekday; minutes: number };

const MINUTE = 60_000;
const QUARTER = 15;

/** What the wall of a zone shows at a minute, counted from 1970. */
export function wallAt(zone: string, minute: number): Wall {
  const quarter = Math.floor(minute / QUARTER);
  const [first, last] = quarterOf(zone, quarter);
  const into = minute - quarter * QUARTER;
  // Where the wall went on evenly for these minutes it need not be asked for each of them.
  if (last.date === first.date && last.minutes - first.minutes === QUARTER - 1)
    return { ...first, minutes: first.minutes + into };
  return readWall(zone, minute);
}

/** Whether a calendar is open in each minute, counted from 1970. */
export function openMinutes({ zone, week, days }: CalendarHours): (minute: number) => boolean {
  // A bit for each minute of a quarter of an hour: a long life asks for the same ones again and again.
  const quarters = new Map<number, number>();
  const readQuarter = (quarter: number) => {
    let bits = 0;
    for (let into = 0; into < QUARTER; into += 1) {
      const wall = wallAt(zone, quarter * QUARTER + into);
      const special = days.find(({ day }) => day === wall.date);
      const hours = special ? (special.hours ?? []) : week[wall.weekday];
      if (hours.some((stretch) => isWithin(stretch, wall.minutes))) bits |= 1 << into;
    }
    return bits;
  };
  return (minute) => {
    const quarter = Math.floor(minute / QUARTER);
    let bits = quarters.get(quarter);
    if (bits === undefined) quarters.set(quarter, (bits = readQuarter(quarter)));
    return ((bits >> (minute - quarter * QUARTER)) & 1) === 1;
  };
}

/** The seconds that count from one moment to another, both in whole seconds from 1970. */
export function countOpenSeconds(calendar: CalendarHours, from: number, to: number): number {
  const isOpen = openMinutes(calendar);
  let sum = 0;
  for (let minute = Math.floor(from / 60); minute * 60 < to; minute++)
    if (isOpen(minute)) sum += Math.min(to, minute * 60 + 60) - Math.max(from, minute * 60);
  return sum;
}

/** The first moment by which so many seconds have counted, looked for until `limit`; null where there is none. */
export function findDue(
  calendar: CalendarHours,
  from: number,
  { seconds, limit }: { seconds: number; limit: number },
): number | null {
  const isOpen = openMinutes(calendar);
  let rest = seconds;
  if (rest === 0) return from;
  for (let minute = Math.floor(from / 60); minute * 60 < limit; minute++) {
    if (!isOpen(minute)) continue;
    const begin = Math.max(from, minute * 60);
    const length = minute * 60 + 60 - begin;
    if (length >= rest) return begin + rest;
    rest -= length;
  }
  return null;
}

function isWithin([from, to]: Stretch, minutes: number): boolean {
  return minutes >= read(from) && minutes < read(to);
}

function read(time: string): number {
  const [hours, minutes] = time.split(":");
  return Number(hours) * 60 + Number(minutes);
}

const quarters = new Map<string, Map<number, [Wall, Wall]>>();

function quarterOf(zone: string, quarter: number): [Wall, Wall] {
  const known = quarters.get(zone) ?? new Map<number, [Wall, Wall]>();
  quarters.set(zone, known);
  const read: [Wall, Wall] = known.get(quarter) ?? [
    readWall(zone, quarter * QUARTER),
    readWall(zone, quarter * QUARTER + QUARTER - 1),
  ];
  known.set(quarter, read);
  return read;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function readWall(zone: string, minute: number): Wall {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat("en-GB", {
      timeZone: zone,
      weekday: "short",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
  formats.set(zone, format);
  const parts = Object.fromEntries(
    format.formatToParts(minute * MINUTE).map(({ type, value }) => [type, value]),
  );
  const weekday = WEEKDAY_NAMES[parts["weekday"] ?? ""];
  if (weekday === undefined) throw new Error(`Intl names no weekday in ${JSON.stringify(parts)}`);
  return {
    date: `${parts["year"]}-${parts["month"]}-${parts["day"]}`,
    weekday,
    minutes: Number(parts["hour"]) * 60 + Number(parts["minute"]),
  };
}

const WEEKDAY_NAMES: Record<string, Weekday> = {
  Mon: "mon",
  Tue: "tue",
  Wed: "wed",
  Thu: "thu",
  Fri: "fri",
  Sat: "sat",
  Sun: "sun",
};
