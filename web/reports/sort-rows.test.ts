import { describe, expect, it } from "vitest";
import type { ReportRow } from "./data.ts";
import { isReportSort, orderOf, sortAfter, sortRows } from "./sort-rows.ts";

const row = (label: string, met: number, missed: number): ReportRow => {
  const figures = { met, missed, share: met + missed > 0 ? met / (met + missed) : null, judged_again: 0 };
  return { key: label, label, ...figures, months: [{ month: "2026-10", ...figures }] };
};
const ROWS = [row("Aster", 9, 1), row("Kestrel", 0, 0), row("Oakline", 1, 1), row("Tidewell", 4, 0)];
const sorted = (sort?: string) => sortRows(ROWS, sort).map(({ label }) => label);

describe("the rows of the report", () => {
  it("come by name, or turned around", () => {
    expect(sorted()).toEqual(["Aster", "Kestrel", "Oakline", "Tidewell"]);
    expect(sorted("-name")).toEqual(["Tidewell", "Oakline", "Kestrel", "Aster"]);
  });

  it("come by the share of a month, and last without a verdict, both ways", () => {
    expect(sorted("2026-10")).toEqual(["Oakline", "Aster", "Tidewell", "Kestrel"]);
    expect(sorted("-2026-10")).toEqual(["Tidewell", "Aster", "Oakline", "Kestrel"]);
  });

  it("turn with each click on a head", () => {
    expect(sortAfter(undefined, "2026-10")).toBe("2026-10");
    expect(sortAfter("2026-10", "2026-10")).toBe("-2026-10");
    expect(sortAfter("-2026-10", "name")).toBeUndefined();
    expect(sortAfter(undefined, "name")).toBe("-name");
    expect([orderOf(undefined, "name"), orderOf("-2026-10", "2026-10"), orderOf("name", "2026-10")]).toEqual([
      "asc",
      "desc",
      null,
    ]);
    expect(["-name", "2026-10", "2026-13", 7].map(isReportSort)).toEqual([true, true, false, false]);
  });
});
