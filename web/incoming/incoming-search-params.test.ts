import { expect, test } from "vitest";
import { readIncomingSearch, searchOf, tabOf } from "./incoming-search-params.ts";

const ID = "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f";

test("the address names a tab and a mail, and held mail without a word about it", () => {
  expect(readIncomingSearch({ state: "spam", mail: ID.toUpperCase() })).toEqual({ state: "spam", mail: ID });
  expect(readIncomingSearch({ state: "held", mail: ID })).toEqual({ mail: ID });
  expect(tabOf(readIncomingSearch({}))).toBe("held");
  expect(searchOf("all")).toEqual({ state: "all" });
});

test("what is unknown or malformed in the address is ignored", () => {
  expect(readIncomingSearch({ state: "done", mail: "x", page: 3 })).toEqual({});
  expect(readIncomingSearch({ state: ["spam"], mail: { id: ID } })).toEqual({});
});
