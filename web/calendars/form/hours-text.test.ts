import { describe, expect, it } from "vitest";
import { findFault } from "#contract/calendars/hours.ts";
import { readHours, writeHours } from "./hours-text.ts";

describe("typed hours", () => {
  it("are read however they are typed", () => {
    const once = [["08:00", "18:00"]];
    for (const typed of ["08:00-18:00", "8-18", " 8:00 – 18.00 ", "0800-1800", "8h00—18"])
      expect([typed, readHours(typed)]).toEqual([typed, once]);
    expect(readHours("8-12, 13:30-17; 20-24")).toEqual([
      ["08:00", "12:00"],
      ["13:30", "17:00"],
      ["20:00", "24:00"],
    ]);
    expect(readHours("  ")).toEqual([]);
  });

  it("stay as they were typed where they are none, so that the fault is named", () => {
    const faults = ["nine to five", "8", "8-", "08:00-25:00", "8-12-17", "8:5-9"].map((typed) =>
      findFault(readHours(typed)),
    );
    expect(faults).toEqual(Array(6).fill("calendar.time_invalid"));
    expect(findFault(readHours("18-8"))).toBe("calendar.end_before_beginning");
    expect(findFault(readHours("8-13, 12-18"))).toBe("calendar.hours_overlap");
    expect(findFault(readHours("0-24"))).toBeNull();
  });

  it("are written as they are read", () => {
    const hours = readHours("8-12, 13-17");
    expect(writeHours(hours)).toBe("08:00-12:00, 13:00-17:00");
    expect(readHours(writeHours(hours))).toEqual(hours);
    expect([writeHours([]), writeHours(null)]).toEqual(["", ""]);
  });
});
