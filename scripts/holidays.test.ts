import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeFiles } from "./holidays/make-files.ts";

const folder = join(import.meta.dirname, "../server/calendars/holidays");
const files = makeFiles();

describe("the tables of public holidays", () => {
  it("are those that scripts/holidays.ts writes, and no others", () => {
    expect(readdirSync(folder).toSorted()).toEqual([...files.keys()].toSorted());
    const stale = [...files].filter(([name, text]) => readFileSync(join(folder, name), "utf8") !== text);
    expect(stale.map(([name]) => name)).toEqual([]);
  });

  it("name what they rely on, as the license of their source asks", () => {
    const license = files.get("LICENSE") ?? "";
    expect(license).toContain("CC BY-SA 3.0");
    expect(license.match(/^- <https:/gm)?.length).toBeGreaterThan(100);
  });

  it("have a day off where its noon is one: what begins at sunset belongs to the next date, half a day to none", () => {
    // Passover of 2026 begins on the evening of April 1; Icelandic shops close at noon on Christmas Eve.
    expect(daysOf("IL", "2026")).toContain("0402");
    expect(daysOf("IL", "2026")).not.toContain("0401");
    expect(daysOf("IS", "2026")).not.toContain("1224");
    // Four days of the Feast of the Sacrifice, after the afternoon before.
    expect(daysOf("TR", "2026").filter((day) => day.startsWith("052") || day === "0530")).toEqual([
      "0527",
      "0528",
      "0529",
      "0530",
    ]);
  });
});

function daysOf(country: string, year: string): string[] {
  const { days } = JSON.parse(files.get(`${country}.json`) ?? "{}");
  return String(days[year])
    .split(" ")
    .map((day) => day.slice(0, 4));
}
