import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import type { calendars } from "#contract/calendars.ts";
import { CALENDAR_LIMITS } from "#contract/calendars/limits.ts";
import { refuseField } from "#server/lib/refusal.ts";

type Query = z.output<typeof calendars.holidays.query>;

/** As scripts/holidays/make-tables.ts writes them, which says what stands in them. */
type HolidayTable = {
  names: [english: string, german?: string][];
  days: Record<string, string>;
  regions: Record<string, Record<string, [without: string, other: string]>>;
};

/** Lists the countries and regions whose public holidays are known. */
export function listCountries() {
  const index = readIndex();
  return {
    countries: Object.entries(index).map(([code, regions]) => ({
      code,
      regions: Object.entries(regions).map(([region, name]) => ({ code: region, name })),
    })),
    first_year: CALENDAR_LIMITS.firstYear,
    last_year: CALENDAR_LIMITS.lastYear,
  };
}

/** The public holidays of a year. Refuses 422 a country or region that is not known. */
export function proposeHolidays({ country, region, year, language = "en" }: Query) {
  const regions = readIndex();
  if (!Object.hasOwn(regions, country)) throw refuseField(422, "country", "calendar.country_unknown");
  if (region !== undefined && !Object.hasOwn(regions[country] ?? {}, region))
    throw refuseField(422, "region", "calendar.region_unknown");
  const { names, days, regions: differing } = readTable(country);
  const [without, other] = differing[region ?? ""]?.[year] ?? ["", ""];
  const found = new Map(readDays(days[year] ?? ""));
  for (const day of without.split(" ")) found.delete(day);
  for (const [day, name] of readDays(other)) found.set(day, name);
  return {
    days: [...found]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([day, name]) => {
        const [english = "", german = english] = names[name] ?? [];
        return {
          day: `${year}-${day.slice(0, 2)}-${day.slice(2)}`,
          name: language === "de" ? german : english,
        };
      }),
  };
}

function readDays(text: string): [day: string, name: number][] {
  return text
    .split(" ")
    .filter(Boolean)
    .map((each) => [each.slice(0, 4), Number(each.slice(5))]);
}

function readIndex(): Record<string, Record<string, string>> {
  return JSON.parse(readFile("index"));
}

function readTable(country: string): HolidayTable {
  return JSON.parse(readFile(country));
}

/** Read anew each time: somebody proposes holidays once a year. scripts/holidays.test.ts holds what stands in it. */
function readFile(name: string): string {
  return readFileSync(join(import.meta.dirname, "holidays", `${name}.json`), "utf8");
}
