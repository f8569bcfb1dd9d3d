/*
 * The tables of public holidays in server/calendars/holidays, from the rules of date-holidays: a file a country, and one
 * that lists countries and regions. They are committed, so that the app computes none of it and fetches nothing.
 *
 * A country's days stand once; a region says what differs there. "0101:0" is January 1 with the first of the names.
 * Example: { "names": [["New Year's Day", "Neujahr"]], "days": { "2027": "0101:0" }, "regions": { "SCT": { "2027":
 * ["0405", "0102:3"] } } } is a country whose Scotland does without April 5 and has January 2.
 */
import Holidays from "date-holidays";
import { CALENDAR_LIMITS } from "#contract/calendars/limits.ts";

/** Where providers of this product are at home. Left out are countries whose dates this source has wrong, or late. */
export const COUNTRIES =
  "AR AT AU BE BG BR CA CH CL CY CZ DE DK EE ES FI FR GB GR HK HR HU IE IL IS IT JP LT LU LV MT MX NL NO NZ PL PT RO SE SG SI SK TR US ZA".split(
    " ",
  );

type HolidayTable = {
  /** English, and German where that is known. */
  names: string[][];
  /** By year: "MMDD:name" for each day, the name by its place. */
  days: Record<string, string>;
  /** By region and year: the days that it does without, as MMDD, and those that are other ones there. */
  regions: Record<string, Record<string, [without: string, other: string]>>;
};

/** By country the names of its regions. */
type HolidayIndex = Record<string, Record<string, string>>;

const YEARS = Array.from(
  { length: CALENDAR_LIMITS.lastYear - CALENDAR_LIMITS.firstYear + 1 },
  (_, index) => CALENDAR_LIMITS.firstYear + index,
);
const HOUR = 3_600_000;

/** Lists the countries with their regions. */
export function listRegions(): HolidayIndex {
  const source = new Holidays();
  return Object.fromEntries(COUNTRIES.map((country) => [country, source.getStates(country, "en") ?? {}]));
}

/** Makes the table of a country, with those of its regions. */
export function makeTable(country: string, regions: readonly string[]): HolidayTable {
  const names = new Map<string, number>();
  const code = (name: string) => {
    names.set(name, names.get(name) ?? names.size);
    return names.get(name);
  };
  const encode = (days: Iterable<[string, string]>) =>
    [...days].map(([day, name]) => `${day}:${code(name)}`).join(" ");
  const whole = readYears(country);
  const days = Object.fromEntries([...whole].map(([year, found]) => [String(year), encode(found)]));
  const differing = regions.map((region): [string, Record<string, [string, string]>] => {
    const there = [...readYears(country, region)].flatMap(([year, found]) => {
      const usual = whole.get(year) ?? new Map<string, string>();
      const without = [...usual.keys()].filter((day) => !found.has(day));
      const other = [...found].filter(([day, name]) => usual.get(day) !== name);
      return without.length + other.length === 0
        ? []
        : [[String(year), [without.join(" "), encode(other)]] as const];
    });
    return [region, Object.fromEntries(there.map(([year, [without, other]]) => [year, [without, other]]))];
  });
  return {
    names: [...names.keys()].map((name) => name.split("\n")),
    days,
    regions: Object.fromEntries(differing),
  };
}

/** The days of each year as MMDD, with their English name and, on a line of its own, the German one. */
function readYears(country: string, region?: string): Map<number, Map<string, string>> {
  // UTC stands for the wall clock there, wherever that is.
  const options = { timezone: "UTC", types: ["public" as const] };
  const source = region ? new Holidays(country, region, options) : new Holidays(country, options);
  return new Map(YEARS.map((year) => [year, readYear(source, year)]));
}

function readYear(source: Holidays, year: number): Map<string, string> {
  const german = source.getHolidays(year, "de");
  const days = source.getHolidays(year, "en").flatMap(({ start, end, name }, index) => {
    const names = [...new Set([name, german[index]?.name ?? name])].map(straighten).join("\n");
    return daysBetween(start, end).map((day) => ({ day, names }));
  });
  const found = new Map<string, string>();
  for (const { day, names } of days.toSorted((a, b) => (a.day < b.day ? -1 : 1)))
    // Of two on a day the first one gives it its name.
    if (day.startsWith(`${year}-`) && !found.has(toCode(day))) found.set(toCode(day), names);
  return found;
}

/** The dates whose noon is in it: what begins at sunset belongs to the next date, and half a holiday to none. */
function daysBetween(start: Date, end: Date): string[] {
  const first = Math.ceil((start.getTime() - 12 * HOUR) / (24 * HOUR));
  const days: string[] = [];
  for (let day = first; day * 24 * HOUR + 12 * HOUR < end.getTime(); day++)
    days.push(new Date(day * 24 * HOUR).toISOString().slice(0, 10));
  return days;
}

function toCode(day: string): string {
  return day.slice(5).replace("-", "");
}

function straighten(name: string): string {
  return name.trim().replaceAll(/\s+/g, " ");
}
