import { expect, test } from "vitest";
import {
  auditKeys,
  authKeys,
  commentKeys,
  dashboardKeys,
  liveKeys,
  mailKeys,
  roleKeys,
  settingsKeys,
  ticketKeys,
  uploadKeys,
  userKeys,
} from "#contract/query-keys.ts";
import { findSurplus, groupOf } from "./offline-cache.ts";
import type { CachedAnswer } from "./offline-cache-store.ts";

const answer = (n: number, group: string, size = 100): CachedAnswer => ({
  hash: `${group}-${n}`,
  group,
  data: {},
  fetchedAt: 1000 - n,
  size,
});

test("a ticket is kept with its conversation and what happened, lists and figures for themselves", () => {
  expect(groupOf(ticketKeys.detail("7"))).toBe("7");
  expect(groupOf(ticketKeys.history("7"))).toBe("7");
  expect(groupOf(commentKeys.list("7"))).toBe("7");
  expect(groupOf(ticketKeys.list({ mine: true }))).toContain("mine");
  expect(groupOf(dashboardKeys.metrics())).not.toBeNull();
});

test("files are kept with their ticket, beside the answers: the oldest go where there are too many bytes", () => {
  expect(groupOf(uploadKeys.file("7", "8"))).toBe("7");
  expect(groupOf(uploadKeys.file(null, "8"))).toBeNull();
  const files = Array.from({ length: 8 }, (_, n) => ({
    ...answer(n, `ticket ${n}`, 9_000_000),
    data: new Blob(),
  }));
  const texts = Array.from({ length: 3 }, (_, n) => answer(20 + n, `ticket ${n}`, 1_000_000));
  expect(findSurplus([...files, ...texts]).map(({ group }) => group)).toEqual([
    "ticket 5",
    "ticket 6",
    "ticket 7",
  ]);
});

test("nothing else is kept: no people, roles, settings, audit, mail or earlier versions of a comment", () => {
  const keys = [
    userKeys.list("internal", ""),
    userKeys.roles("7"),
    roleKeys.list(),
    settingsKeys.organization(),
    auditKeys.list({}),
    mailKeys.list("all"),
    authKeys.sessions(),
    ticketKeys.assignableUsers(""),
    commentKeys.versions("7", "8", null),
    liveKeys.presence("7"),
  ];
  expect(keys.map((key) => groupOf(key))).toEqual(keys.map(() => null));
});

test("the last 50 tickets stay with all their parts, older ones go", () => {
  const tickets = Array.from({ length: 52 }, (_, n) => answer(n, `ticket ${n}`));
  const surplus = findSurplus([...tickets, answer(0, "ticket 51"), answer(3, "list:new")]);
  expect(surplus.map(({ group }) => group)).toEqual(["ticket 49", "ticket 50"]);
});

test("what is too large altogether goes, oldest first", () => {
  const large = Array.from({ length: 5 }, (_, n) => answer(n, `ticket ${n}`, 1_500_000));
  expect(findSurplus(large).map(({ group }) => group)).toEqual(["ticket 2", "ticket 3", "ticket 4"]);
});
