import { describe, expect, it } from "vitest";
import { parseSearchText, writeSearchText } from "#web/lib/browser/search-params.ts";
import {
  askedOf,
  countMoreFilters,
  forClients,
  hasFilter,
  readListSearch,
  sortedBy,
  withoutFilters,
} from "./list-search-params.ts";

const ID = "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f";

describe("the address of the list", () => {
  it("ignores what is unknown, malformed or empty", () => {
    const raw = {
      status: "broken",
      priority: "medium",
      assignee_id: "42",
      page: "3",
      mine: "yes",
      search: "  ",
    };
    expect(readListSearch(raw)).toEqual({});
  });

  it("keeps every filter it knows, and an order only with its column", () => {
    const raw = { status: "in_progress", company_id: "none", client_id: ID.toUpperCase(), mine: "true" };
    expect(readListSearch(raw)).toEqual({
      status: "in_progress",
      company_id: "none",
      client_id: ID,
      mine: true,
    });
    expect(readListSearch({ order: "asc" })).toEqual({});
    expect(readListSearch({ sort: "uid", order: "asc" })).toEqual({ sort: "uid", order: "asc" });
  });

  it("reads nobody as assignee the way the API writes it", () => {
    expect(readListSearch({ assignee_id: "none" })).toEqual({ unassigned: true });
  });

  it("takes a search as text, whatever it looks like", () => {
    for (const search of ["007", "1e5", "true", '"quoted"', "Łucja & co", "a=b?c#d"]) {
      const text = writeSearchText(readListSearch({ search }));
      expect(readListSearch(parseSearchText(text))).toEqual({ search });
    }
    expect(readListSearch({ search: "x".repeat(300) }).search).toHaveLength(200);
  });

  it("reads the columns that it knows, in the order of lists, and the key of a view", () => {
    expect(readListSearch({ columns: "updated,colour,status", view: "mine" })).toEqual({
      columns: "status,updated",
      view: "mine",
    });
    expect(readListSearch({ columns: "colour", view: "Every thing" })).toEqual({});
    expect(readListSearch({ view: ID })).toEqual({ view: ID });
    expect(readListSearch(parseSearchText("?views"))).toEqual({ views: true });
  });

  it("asks the server neither for columns nor for a view, and shows a client neither", () => {
    const search = readListSearch({
      active: "true",
      tag: "vpn",
      parent: ID,
      columns: "team",
      view: "mine",
      sort: "created",
    });
    expect(askedOf(search)).toEqual({ active: true, tag: "vpn", parent: ID, sort: "created" });
    expect(forClients(search)).toEqual({ active: true, sort: "created" });
    expect(hasFilter(readListSearch({ columns: "team", view: "mine" }))).toBe(false);
    expect(withoutFilters(search)).toEqual({ columns: "team", sort: "created" });
  });

  it("takes the last of a name that stands twice", () => {
    expect(readListSearch(parseSearchText("?status=open&status=closed"))).toEqual({ status: "closed" });
  });
});

describe("sorting", () => {
  it("starts a column its usual way round and turns it at the second click", () => {
    expect(sortedBy({}, "subject")).toEqual({ sort: "subject", order: "asc" });
    expect(sortedBy({ sort: "subject", order: "asc" }, "subject")).toEqual({
      sort: "subject",
      order: "desc",
    });
    expect(sortedBy({}, "priority")).toEqual({ sort: "priority", order: "desc" });
  });

  it("leaves the default order out of the address", () => {
    expect(sortedBy({}, "updated")).toEqual({ sort: "updated", order: "asc" });
    expect(sortedBy({ sort: "updated", order: "asc" }, "updated")).toEqual({});
  });
});

describe("filters", () => {
  it("are told from the order, which stays when they are cleared", () => {
    const search = { status: "open", sort: "uid", order: "asc" } as const;
    expect(hasFilter(search)).toBe(true);
    expect(withoutFilters(search)).toEqual({ sort: "uid", order: "asc" });
    expect(hasFilter(withoutFilters(search))).toBe(false);
  });

  it("count behind More filters only what is set there", () => {
    expect(countMoreFilters({ status: "open", priority: "high", search: "vpn" })).toBe(0);
    expect(countMoreFilters({ status: "in_progress", mine: true, company_id: ID })).toBe(3);
  });
});
