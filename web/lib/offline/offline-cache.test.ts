import { expect, test } from "vitest";
import { beyondLimits, groupOf } from "./offline-cache.ts";
import type { CachedAnswer } from "./offline-cache-store.ts";

const answer = (n: number, group: string, size = 100): CachedAnswer => ({
  hash: `${group}-${n}`,
  group,
  data: {},
  fetchedAt: 1000 - n,
  size,
});

test("a ticket is kept with its conversation and what happened, lists and figures for themselves", () => {
  expect(groupOf(["tickets", "one", "7"])).toBe("7");
  expect(groupOf(["tickets", "one", "7", "history"])).toBe("7");
  expect(groupOf(["comments", "7"])).toBe("7");
  expect(groupOf(["tickets", "list", { mine: true }])).toContain("mine");
  expect(groupOf(["dashboard", "metrics"])).not.toBeNull();
});

test("nothing else is kept: no people, roles, settings, audit, mail or earlier versions of a comment", () => {
  const keys = [
    ["users", "list"],
    ["roles", "user", "7"],
    ["settings", "organization"],
    ["audit", {}],
    ["mail", "list"],
    ["auth", "sessions"],
    ["tickets", "assignable-users", ""],
    ["comments", "7", "versions", "8"],
    ["presence", "7"],
  ];
  expect(keys.map((key) => groupOf(key))).toEqual(keys.map(() => null));
});

test("the last 50 tickets stay with all their parts, older ones go", () => {
  const tickets = Array.from({ length: 52 }, (_, n) => answer(n, `ticket ${n}`));
  const surplus = beyondLimits([...tickets, answer(0, "ticket 51"), answer(3, "list:new")]);
  expect(surplus.map(({ group }) => group)).toEqual(["ticket 49", "ticket 50"]);
});

test("what is too large altogether goes, oldest first", () => {
  const large = Array.from({ length: 5 }, (_, n) => answer(n, `ticket ${n}`, 1_500_000));
  expect(beyondLimits(large).map(({ group }) => group)).toEqual(["ticket 2", "ticket 3", "ticket 4"]);
});
