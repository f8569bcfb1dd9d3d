import { sortHours, type CalendarHours, type SpecialDay, type Stretch } from "#contract/calendars/hours.ts";
import * as fc from "../property-seed.ts";
import { ORACLE_ZONES } from "./wall-time-oracle.ts";

const DAY = 86_400;

/** Calendars of every kind that can be saved, with special days around the time that is asked about, and some that cannot. */
export function anyCalendar({ from, to }: { from: number; to: number }): fc.Arbitrary<CalendarHours> {
  const dates = Array.from({ length: Math.ceil((to - from) / DAY) + 2 }, (_, index) =>
    new Date((from + (index - 1) * DAY) * 1000).toISOString().slice(0, 10),
  );
  return fc.record({
    zone: fc.constantFrom(...ORACLE_ZONES),
    week: fc.record({
      mon: anyHours,
      tue: anyHours,
      wed: anyHours,
      thu: anyHours,
      fri: anyHours,
      sat: anyHours,
      sun: anyHours,
    }),
    days: fc.uniqueArray(
      fc.record<SpecialDay>({
        day: fc.constantFrom(...dates),
        name: fc.constantFrom("Christmas Day", "Office move", "Stocktaking"),
        hours: fc.option(anyHours),
      }),
      { selector: ({ day }) => day, maxLength: 8 },
    ),
  });
}

/** Up to four stretches, with those that changes of the clock fall into. */
const anyHours: fc.Arbitrary<Stretch[]> = fc.oneof(
  fc.constantFrom<Stretch[]>(
    [],
    [["08:00", "18:00"]],
    [["00:00", "24:00"]],
    [
      ["00:00", "03:30"],
      ["22:30", "24:00"],
    ],
  ),
  fc
    .uniqueArray(fc.nat({ max: 1440 }), { minLength: 2, maxLength: 8 })
    .map((minutes) => pairUp(minutes.toSorted((a, b) => a - b)).map(toStretch))
    .map(sortHours),
);

function pairUp(sorted: readonly number[]): [number, number][] {
  return sorted.flatMap((from, index): [number, number][] => {
    const to = sorted[index + 1];
    return index % 2 === 0 && to !== undefined ? [[from, to]] : [];
  });
}

function toStretch([from, to]: [number, number]): Stretch {
  return [write(from), write(to)];
}

function write(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
}
