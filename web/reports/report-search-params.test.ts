import { describe, expect, it } from "vitest";
import { changeReport, filtersOf, readReportSearch } from "./report-search-params.ts";

const ID = "8c1f3f5a-6d2e-4c0b-8f4a-1b7e9d2c5a60";

describe("the address of the report", () => {
  it("ignores what is none of it", () => {
    expect(readReportSearch({ from: "2026-13", company_id: "x", priority: "huge", target: 7 })).toEqual({});
    expect(readReportSearch({ from: "0000-01", month: "2026-10" })).toEqual({});
    expect(readReportSearch({ row: ID, verdict: "met" })).toEqual({});
  });

  it("holds filters, and the figure that is open", () => {
    const search = { from: "2026-08", to: "2026-10", target: "resolution", row: ID, month: "2026-10" };
    const whole = { ...search, verdict: "met", sort: "-2026-10" };
    expect(readReportSearch(whole)).toEqual(whole);
    expect(filtersOf(readReportSearch(search))).toEqual({
      from: "2026-08",
      to: "2026-10",
      target: "resolution",
    });
    expect(changeReport({ priority: "high" }, { priority: undefined })).toEqual({});
  });
});
