import { describe, expect, test } from "vitest";
import * as fc from "../../../test/support/property-seed.ts";
import { AMBIGUOUS, readTime, tellOrder } from "./read-time.ts";

const iso = (value: string, order?: "day-first" | "month-first") => {
  const read = readTime(value, order);
  return read instanceof Date ? read.toISOString().replace(".000Z", "Z") : read;
};

const pad = (n: number) => String(n).padStart(2, "0");

describe("a time", () => {
  test.each([
    ["2026-11-20", "2026-11-20T00:00:00Z"],
    ["2026-11-20 08:14", "2026-11-20T08:14:00Z"],
    ["2026-11-20T08:14:05.250Z", "2026-11-20T08:14:05.250Z"],
    ["2026-11-20T08:14:00+02:00", "2026-11-20T06:14:00Z"],
    ["2026-11-20 08:14 -0530", "2026-11-20T13:44:00Z"],
    ["2026/11/20 8:14", "2026-11-20T08:14:00Z"],
    ["2026.1.2", "2026-01-02T00:00:00Z"],
    ["29-02-2016 01:16", "2016-02-29T01:16:00Z"],
    ["20.11.2026, 08:14:05", "2026-11-20T08:14:05Z"],
    ["3.4.2026", "2026-04-03T00:00:00Z"],
    ["11/20/2026 8:14 PM", "2026-11-20T20:14:00Z"],
    ["11/20/2026 12:05 a.m.", "2026-11-20T00:05:00Z"],
    ["20 Nov 2026 08:14", "2026-11-20T08:14:00Z"],
    ["20-Nov-2026", "2026-11-20T00:00:00Z"],
    ["November 20, 2026 08:14 UTC", "2026-11-20T08:14:00Z"],
    ["20. November 2026", "2026-11-20T00:00:00Z"],
    ["3. März 2026", "2026-03-03T00:00:00Z"],
    ["3. Okt. 2026", "2026-10-03T00:00:00Z"],
    ["1795162440", "2026-11-20T08:14:00Z"],
    ["1795162440000", "2026-11-20T08:14:00Z"],
  ])("may be written as %s", (written, meant) => {
    expect(iso(written)).toBe(meant);
  });

  test.each([
    "",
    "soon",
    "2026-02-31",
    "31.04.2026",
    "29-02-2015",
    "13/13/2026",
    "2026-13-01",
    "2026-11-20 24:00",
    "2026-11-20 08:60",
    "11/20/2026 13:00 PM",
    "20 Foo 2026",
    "20.11.26",
    "2026-11-20 08:14 Uhr",
    "12345",
    "0/0/2026",
  ])("is not %j", (written) => {
    expect(readTime(written)).toBeNull();
  });

  test("by numbers needs the order of the column where both could be the month", () => {
    expect(readTime("03/04/2026")).toBe(AMBIGUOUS);
    expect(readTime("3-4-2026 10:00")).toBe(AMBIGUOUS);
    expect(iso("03/04/2026", "day-first")).toBe("2026-04-03T00:00:00Z");
    expect(iso("03/04/2026", "month-first")).toBe("2026-03-04T00:00:00Z");
    expect(iso("04/04/2026")).toBe("2026-04-04T00:00:00Z");
    expect([tellOrder("29-02-2016 01:16"), tellOrder("2/29/2016"), tellOrder("03/04/2026")]).toEqual([
      "day-first",
      "month-first",
      null,
    ]);
    // What the value itself says stands above the column.
    expect(iso("29/02/2016", "month-first")).toBe("2016-02-29T00:00:00Z");
  });

  test("of any day and minute is read back from every form", () => {
    const noInvalidDate = { min: new Date("1970-01-01"), max: new Date("2199-12-31"), noInvalidDate: true };
    fc.assert(
      fc.property(fc.date(noInvalidDate), (any) => {
        const at = new Date(Math.floor(any.getTime() / 60_000) * 60_000);
        const [y, m, d] = [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()];
        const clock = `${pad(at.getUTCHours())}:${pad(at.getUTCMinutes())}`;
        const half = `${at.getUTCHours() % 12 || 12}:${pad(at.getUTCMinutes())} ${at.getUTCHours() < 12 ? "AM" : "PM"}`;
        const name = at.toLocaleString("en", { month: "long", timeZone: "UTC" });
        const german = at.toLocaleString("de", { month: "long", timeZone: "UTC" });
        for (const written of [
          at.toISOString(),
          `${y}-${pad(m)}-${pad(d)} ${clock}`,
          `${d}.${m}.${y} ${clock}`,
          `${d}. ${german} ${y} ${clock}`,
          `${name} ${d}, ${y} ${half}`,
          String(at.getTime() / 1000).padStart(10, "0"),
        ])
          expect([written, readTime(written)]).toEqual([written, at]);
        expect(readTime(`${d}/${m}/${y} ${clock}`, "day-first")).toEqual(at);
        if (d <= 12 || m > 12) return;
        expect(readTime(`${m}/${d}/${y} ${half}`, "month-first")).toEqual(at);
      }),
    );
  });
});
