import { describe, expect, it } from "vitest";
import { readDirectorySearch, sortingOf, withSorting } from "./directory-search-params.ts";
import { sortRows, nextSorting } from "./sort-rows.ts";

type Row = { id: string; name: string; role: string | null; seen: number | null };

const rows: Row[] = [
  { id: "4", name: "Noor", role: null, seen: null },
  { id: "3", name: "émile", role: "Manager", seen: 30 },
  { id: "2", name: "Zoe", role: "administrator", seen: 200 },
  { id: "1", name: "Zoe", role: "Manager", seen: null },
  { id: "5", name: "Ada", role: "", seen: 4 },
];
const by = (key: (row: Row) => string | number | null, order: "asc" | "desc") =>
  sortRows(rows, order, { key, name: (row) => row.name }).map((row) => row.id);

describe("a column of a directory", () => {
  it("starts ascending when it is new, and turns round on the next click", () => {
    const first = nextSorting({ sort: "name", order: "desc" }, "role");
    expect(first).toEqual({ sort: "role", order: "asc" });
    expect(nextSorting(first, "role")).toEqual({ sort: "role", order: "desc" });
    expect(nextSorting({ sort: "role", order: "desc" }, "role")).toEqual({ sort: "role", order: "asc" });
  });

  it("sorts text without regard to case and accents, equal names by id", () => {
    expect(by((row) => row.name, "asc")).toEqual(["5", "3", "4", "1", "2"]);
    expect(by((row) => row.name, "desc")).toEqual(["1", "2", "4", "3", "5"]);
  });

  it("puts empty values last in both directions", () => {
    expect(by((row) => row.role, "asc")).toEqual(["2", "3", "1", "5", "4"]);
    expect(by((row) => row.role, "desc")).toEqual(["3", "1", "2", "5", "4"]);
  });

  it("sorts numbers as numbers", () => {
    expect(by((row) => row.seen, "asc")).toEqual(["5", "3", "2", "4", "1"]);
    expect(by((row) => row.seen, "desc")).toEqual(["2", "3", "5", "4", "1"]);
  });
});

describe("the address of a directory", () => {
  const read = readDirectorySearch(["name", "role"]);

  it("ignores what it does not know", () => {
    expect(read({ sort: "password", order: "desc", search: "  " })).toEqual({});
    expect(read({ sort: "role", order: "sideways", search: 7 })).toEqual({ sort: "role" });
  });

  it("sorts by the first column unless it says otherwise, and leaves the usual order out", () => {
    expect(sortingOf(read({}), "name")).toEqual({ sort: "name", order: "asc" });
    expect(withSorting(read({ search: "ada" }), { sort: "name", order: "asc" }, "name")).toEqual({
      search: "ada",
    });
    expect(withSorting({}, { sort: "name", order: "desc" }, "name")).toEqual({ sort: "name", order: "desc" });
    expect(withSorting({}, { sort: "role", order: "asc" }, "name")).toEqual({ sort: "role" });
  });

  it("cuts a search to what the API takes", () => {
    expect(read({ search: "x".repeat(500) }).search).toHaveLength(200);
  });
});
