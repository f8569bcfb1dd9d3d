/*
 * The seconds that a calendar counts.
 *
 * A second counts when the wall clock of the calendar's zone shows a time within that day's hours. Between two changes of
 * its offset a zone is plain arithmetic: wall time is UTC plus the offset. So a year is cut at the changes, in each piece
 * every date's hours become moments, and what touches is joined. An hour that the clock shows twice counts twice, one that
 * it skips not at all, and no line here is about daylight saving. The result is sorted windows with a running sum:
 * counting is a search in them, and so is its inverse.
 *
 * Example: 01:00 to 02:00 in London is 7,200 seconds on October 25, 2026, and none on March 29.
 */
import {
  type CalendarHours,
  MINUTES_OF_DAY,
  readMinutes,
  type SpecialDay,
  type Stretch,
  WEEKDAYS,
} from "#contract/calendars/hours.ts";
import { RecentlyUsed } from "#server/lib/recently-used.ts";
import { type OffsetPiece, readOffsets } from "./zone-offsets.ts";

/** A stretch of time that counts, or does not, and why; `note` is the name of a special day. In whole seconds from 1970. */
export type Cut = {
  from: number;
  to: number;
  counts: boolean;
  why: "open_hours" | "outside_hours" | "special_day";
  note: string | null;
};

/** What a clock asks of hours. Moments are whole seconds from 1970. */
export type Hours = {
  /** How many seconds count from one moment to another; none when that is not later. */
  worked: (from: number, to: number) => number;
  /** The earliest moment by which so many seconds have counted; null when that takes more than `REACH_YEARS`. */
  reach: (from: number, seconds: number) => number | null;
  /** The time from one moment to another, in pieces that touch. Neighbours differ in what they say. */
  cuts: (from: number, to: number) => Cut[];
};

/** A saved version has an id, by which its windows are remembered; a draft has none. */
export type HoursSource = CalendarHours & { id?: string };

export const REACH_YEARS = 5;
/** Calendar-years that are kept, of about 10 kB each. */
const REMEMBERED = 200;
const DAY = 86_400;

type Mark = { from: number; to: number; note: string | null };
/** `sums[i]` are the seconds before window i; `total` all of the year. */
type Windows = {
  starts: Float64Array;
  ends: Float64Array;
  sums: Float64Array;
  total: number;
  special: Mark[];
};

const remembered = new RecentlyUsed<Windows>(REMEMBERED);

/** The hours of a calendar, or of a draft of one. The first call of a process loads what knows time zones. */
export async function openHours(source: HoursSource): Promise<Hours> {
  const offsetsOf = await readOffsets();
  const own = source.id === undefined ? new RecentlyUsed<Windows>(REACH_YEARS * 2) : remembered;
  const daily = readDaily(source);
  // A ticket asks for the same year again and again.
  let latest: { year: number; windows: Windows } | null = null;
  const windowsOf = (year: number) => {
    if (latest?.year === year) return latest.windows;
    const windows = own.take(`${source.id} ${year}`, () => makeWindows(offsetsOf(source.zone, year), daily));
    latest = { year, windows };
    return windows;
  };
  return {
    worked: (from, to) => worked(windowsOf, from, to),
    reach: (from, seconds) => reach(windowsOf, from, seconds),
    cuts: (from, to) => cuts(windowsOf, from, to),
  };
}

type WindowsOf = (year: number) => Windows;

function worked(windowsOf: WindowsOf, from: number, to: number): number {
  if (from >= to) return 0;
  let sum = 0;
  const last = yearOf(to - 1);
  for (let year = yearOf(from); year <= last; year += 1) {
    const windows = windowsOf(year);
    sum += countBefore(windows, to) - countBefore(windows, from);
  }
  return sum;
}

function reach(windowsOf: WindowsOf, from: number, seconds: number): number | null {
  const limit = yearsLater(from);
  let rest = seconds;
  if (rest <= 0) return from;
  const last = yearOf(limit - 1);
  for (let year = yearOf(from); year <= last; year += 1) {
    const windows = windowsOf(year);
    const before = countBefore(windows, from);
    if (windows.total - before >= rest) {
      const moment = findMoment(windows, before + rest);
      return moment <= limit ? moment : null;
    }
    rest -= windows.total - before;
  }
  return null;
}

function cuts(windowsOf: WindowsOf, from: number, to: number): Cut[] {
  if (from >= to) return [];
  const found: Cut[] = [];
  const add = (cut: Cut) => {
    const last = found.at(-1);
    if (last && last.why === cut.why && last.note === cut.note) last.to = cut.to;
    else found.push(cut);
  };
  let at = from;
  const last = yearOf(to - 1);
  for (let year = yearOf(from); year <= last; year += 1)
    for (const cut of saidBetween(windowsOf(year), from, to)) {
      const begin = Math.max(cut.from, from);
      if (begin > at) add({ from: at, to: begin, counts: false, why: "outside_hours", note: null });
      at = Math.min(cut.to, to);
      add({ ...cut, from: begin, to: at });
    }
  if (at < to) add({ from: at, to, counts: false, why: "outside_hours", note: null });
  return found;
}

/** The windows and special days of a year that lie in some time, in their order; they never overlap. */
function saidBetween({ starts, ends, special }: Windows, from: number, to: number): Cut[] {
  const first = findIndex(ends, from) + 1;
  const open = Array.from(starts.subarray(first, findIndex(starts, to - 1) + 1), (start, index): Cut => {
    return { from: start, to: ends[first + index] ?? start, counts: true, why: "open_hours", note: null };
  });
  const closed = special
    .filter((mark) => mark.to > from && mark.from < to)
    .map((mark): Cut => ({ ...mark, counts: false, why: "special_day" }));
  return closed.length === 0 ? open : [...open, ...closed].toSorted((a, b) => a.from - b.from);
}

/** A year is one of UTC, so that years are the same pieces of time in every zone. */
function yearOf(moment: number): number {
  return new Date(moment * 1000).getUTCFullYear();
}

/** The last moment at which anything is looked for. */
function yearsLater(moment: number): number {
  const last = new Date(moment * 1000);
  return last.setUTCFullYear(last.getUTCFullYear() + REACH_YEARS) / 1000;
}

/** The seconds of the year that count before a moment. */
function countBefore({ starts, ends, sums, total }: Windows, moment: number): number {
  const index = findIndex(starts, moment);
  if (index < 0) return 0;
  const sum = sums[index] ?? total;
  return sum + Math.min(moment, ends[index] ?? moment) - (starts[index] ?? moment);
}

/** The earliest moment before which so many seconds count; more than none, and at most all of the year. */
function findMoment({ starts, sums }: Windows, counted: number): number {
  const index = findIndex(sums, counted - 1);
  return (starts[index] ?? 0) + counted - (sums[index] ?? 0);
}

/** The last place whose value is not above; -1 where all are. */
function findIndex(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? Infinity) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

type Minutes = readonly (readonly [from: number, to: number])[];
/** Open hours of a date, and what a special day closes of it, both in minutes; dates are days from 1970. */
type Daily = (date: number) => { open: Minutes; closed: Minutes; note: string | null };

function readDaily({ week, days }: CalendarHours): Daily {
  const usual = WEEKDAYS.map((weekday) => toMinutes(week[weekday]));
  const special = new Map(days.map((day) => [Date.parse(day.day) / (DAY * 1000), day]));
  return (date) => {
    // January 1, 1970 was a Thursday.
    const open = usual[(date + 3) % 7] ?? [];
    const day = special.get(date);
    return day ? readSpecialDay(day, open) : { open, closed: [], note: null };
  };
}

/** A closed day is closed as a whole where it would be open at all; of other hours only what is missing. */
function readSpecialDay({ name, hours }: SpecialDay, usual: Minutes) {
  const open = toMinutes(hours ?? []);
  const whole: Minutes = usual.length > 0 ? [[0, MINUTES_OF_DAY]] : [];
  return { open, closed: open.length === 0 ? whole : subtract(usual, open), note: name };
}

function subtract(from: Minutes, taken: Minutes): Minutes {
  return taken.reduce(
    (left, [start, end]) =>
      left.flatMap(([a, b]): Minutes => {
        const pieces: Minutes = [
          [a, Math.min(b, start)],
          [Math.max(a, end), b],
        ];
        return end <= a || start >= b ? [[a, b]] : pieces.filter(([first, last]) => first < last);
      }),
    from,
  );
}

function toMinutes(hours: readonly Stretch[]): Minutes {
  return hours.map(([from, to]) => [readMinutes(from) ?? 0, readMinutes(to) ?? 0] as const);
}

function makeWindows(pieces: readonly OffsetPiece[], daily: Daily): Windows {
  const open: Mark[] = [];
  const special: Mark[] = [];
  for (const { from, to, offset } of pieces)
    for (let date = Math.floor((from + offset) / DAY); date * DAY < to + offset; date++) {
      const midnight = date * DAY - offset;
      const hours = daily(date);
      for (const stretch of hours.open) push(open, clip(stretch, midnight, { from, to }), null);
      for (const stretch of hours.closed) push(special, clip(stretch, midnight, { from, to }), hours.note);
    }
  const sums = new Float64Array(open.length);
  let total = 0;
  for (const [index, { from, to }] of open.entries()) {
    sums[index] = total;
    total += to - from;
  }
  return {
    starts: Float64Array.from(open, ({ from }) => from),
    ends: Float64Array.from(open, ({ to }) => to),
    sums,
    total,
    special,
  };
}

function clip(
  [start, end]: readonly [number, number],
  midnight: number,
  piece: { from: number; to: number },
) {
  return { from: Math.max(piece.from, midnight + start * 60), to: Math.min(piece.to, midnight + end * 60) };
}

function push(marks: Mark[], { from, to }: { from: number; to: number }, note: string | null): void {
  const last = marks.at(-1);
  if (from >= to) return;
  if (last && last.to === from && last.note === note) last.to = to;
  else marks.push({ from, to, note });
}
