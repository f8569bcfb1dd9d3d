/*
 * Times as files write them: ISO 8601 and its like, days with a month by name, days by numbers in the order of the
 * column, and seconds or milliseconds since 1970. Without a zone they are UTC.
 */
export type DayOrder = "day-first" | "month-first";

/** The words for what nobody can tell: 03/04 is two days in the year. */
export const AMBIGUOUS = "ambiguous";

/** Reads a time. Null where it is none; `AMBIGUOUS` for days by numbers that need the order of the column. */
export function readTime(value: string, order: DayOrder | null = null): Date | typeof AMBIGUOUS | null {
  const text = value.trim();
  if (/^\d{10}$/.test(text)) return new Date(Number(text) * 1000);
  if (/^\d{13}$/.test(text)) return new Date(Number(text));
  const parts = SHAPE.exec(text);
  if (!parts?.groups) return null;
  const { day = "", rest = "", half, zone } = parts.groups;
  const time = readTimeOfDay(rest, half);
  const date = readDay(day, order);
  if (date === null || time === null) return null;
  if (date === AMBIGUOUS) return date;
  const moment = Date.UTC(date.year, date.month - 1, date.day) + time - readZone(zone);
  const isThatDay = new Date(Date.UTC(date.year, date.month - 1, date.day)).getUTCDate() === date.day;
  return isThatDay && date.month >= 1 && date.month <= 12 ? withYear(moment, date) : null;
}

/** What a column's day by numbers says of the order; null where it says nothing, or is no such day. */
export function tellOrder(value: string): DayOrder | null {
  const parts = NUMBERS.exec(value.trim());
  if (!parts?.groups) return null;
  const [first, second] = [Number(parts.groups["first"]), Number(parts.groups["second"])];
  if (first > 12 && second <= 12) return "day-first";
  return second > 12 && first <= 12 ? "month-first" : null;
}

/** A day in any form, and behind a blank, a T or a comma a time of day with seconds, half of the day and zone, each if it is there. */
const SHAPE =
  /^(?<day>\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4}|\d{1,2}[-. ]{1,2}\p{L}{3,9}\.?,?[- ]\d{4}|\p{L}{3,9}\.? \d{1,2},? \d{4})(?:(?:T|,? +)(?<rest>\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)(?: ?(?<half>[AP]\.?M\.?))? ?(?<zone>Z|UTC|GMT|[+-]\d{2}:?\d{2})?)?$/iu;
/** With slashes or dashes: dots are written where the day comes first. */
const NUMBERS = /^(?<first>\d{1,2})[-/](?<second>\d{1,2})[-/]\d{4}(?!\d)/;

type Day = { year: number; month: number; day: number };

function readDay(text: string, order: DayOrder | null): Day | typeof AMBIGUOUS | null {
  const year = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text);
  if (year) return { year: Number(year[1]), month: Number(year[2]), day: Number(year[3]) };
  const numbers = /^(\d{1,2})([-/.])(\d{1,2})[-/.](\d{4})$/.exec(text);
  if (numbers) {
    const [, first = "", between, second = "", last = ""] = numbers;
    const known = between === "." ? "day-first" : (tellOrder(text) ?? order);
    if (known === null) return first === second ? dayOf(last, second, first) : AMBIGUOUS;
    return known === "day-first" ? dayOf(last, second, first) : dayOf(last, first, second);
  }
  const named =
    /^(?<day>\d{1,2})[-. ]{1,2}(?<name>\p{L}+)\.?,?[- ](?<year>\d{4})$/u.exec(text) ??
    /^(?<name>\p{L}+)\.? (?<day>\d{1,2}),? (?<year>\d{4})$/u.exec(text);
  if (!named?.groups) return null;
  const month = findMonth(named.groups["name"] ?? "");
  return month === 0 ? null : dayOf(named.groups["year"] ?? "", String(month), named.groups["day"] ?? "");
}

const dayOf = (year: string, month: string, day: string): Day => ({
  year: Number(year),
  month: Number(month),
  day: Number(day),
});

/** The first letters that tell the months apart, in English and German. */
const MONTHS = [
  "jan",
  "feb",
  "mar|mär|mrz|maerz",
  "apr",
  "may|mai",
  "jun",
  "jul",
  "aug",
  "sep",
  "oct|okt",
  "nov",
  "dec|dez",
];

function findMonth(name: string): number {
  const letters = name.toLowerCase();
  return MONTHS.findIndex((month) => month.split("|").some((begin) => letters.startsWith(begin))) + 1;
}

/** Milliseconds since midnight; null for 25:00 and 13:00 PM. */
function readTimeOfDay(text: string, half: string | undefined): number | null {
  if (text === "") return 0;
  const [hours = "", minutes = "", seconds = "0"] = text.split(":");
  const [hour, minute, second] = [Number(hours), Number(minutes), Number(seconds.replace(",", "."))];
  const isHalf = half !== undefined;
  if (minute > 59 || second >= 60 || hour > (isHalf ? 12 : 23) || (isHalf && hour === 0)) return null;
  const past = isHalf ? (hour % 12) + (/^p/i.test(half) ? 12 : 0) : hour;
  return past * 3_600_000 + minute * 60_000 + Math.floor(second * 1000);
}

/** Milliseconds that a zone is ahead. */
function readZone(zone: string | undefined): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone ?? "") ?? [];
  if (sign === undefined) return 0;
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/** `Date.UTC` takes the years 0 to 99 for those of the century before. */
function withYear(moment: number, { year }: Day): Date {
  if (year > 99) return new Date(moment);
  const date = new Date(moment);
  date.setUTCFullYear(date.getUTCFullYear() - 1900);
  return date;
}
