import { describe, expect, it } from "vitest";
import { filtersOf } from "./audit-filters.ts";
import { readAuditSearch } from "./audit-search-params.ts";
import { changedFields, kindText } from "./event-text.ts";

describe("the address of the audit log", () => {
  it("ignores what it does not know", () => {
    expect(readAuditSearch({ entity: "secrets", from: "yesterday", to: "2026-13-40", search: " " })).toEqual(
      {},
    );
    expect(readAuditSearch({ entity: "toString" })).toEqual({});
  });

  it("takes no year that is only half typed, or of another age", () => {
    for (const day of ["0002-11-03", "0000-01-01", "1999-12-31", "2100-01-01", "222026-11-03"])
      expect(readAuditSearch({ from: day, to: day })).toEqual({});
    expect(readAuditSearch({ from: "2000-01-01" })).toEqual({ from: "2000-01-01" });
  });

  it("covers whole days of the reader, the last one too", () => {
    const { from, to } = filtersOf(readAuditSearch({ from: "2026-11-20", to: "2026-11-20" }));
    expect(Date.parse(to ?? "") - Date.parse(from ?? "")).toBe(24 * 60 * 60 * 1000);
  });
});

describe("an entry of the audit log", () => {
  it("names its kind in plain words", () => {
    expect(kindText("user.roles_changed")).toBe("user roles changed");
  });

  it("shows every field that was or is, and a dash for what is not", () => {
    const entry = { before: { city: "Bergen", state: null }, after: { city: null, roles: ["manager"] } };
    expect(changedFields(entry)).toEqual([
      { name: "city", before: "Bergen", after: "-" },
      { name: "state", before: "-", after: "-" },
      { name: "roles", before: "-", after: '["manager"]' },
    ]);
  });
});
