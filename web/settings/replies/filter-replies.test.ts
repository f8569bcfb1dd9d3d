import { expect, test } from "vitest";
import { isInTab } from "./filter-replies.ts";
import { readRepliesSearch } from "./replies-search-params.ts";

const NOW = Date.parse("2026-11-20T10:00:00Z");
const plain = { owner_id: "idris", audience: "me", effects: {}, stale: [], last_used: "2026-11-19" } as const;
const asIdris = { userId: "idris", now: NOW };
const isUnused = (last_used: string | null) =>
  isInTab("unused", { ...plain, effects: {}, stale: [], last_used }, asIdris);
const tabs = (reply: Parameters<typeof isInTab>[1]) =>
  (["mine", "macros", "attention", "unused"] as const).filter((tab) => isInTab(tab, reply, asIdris));

test("a reply stands in each part that it belongs to", () => {
  expect(tabs({ ...plain, stale: [] })).toEqual(["mine"]);
  expect(tabs({ ...plain, owner_id: "lena", effects: { status: "pending" }, stale: [] })).toEqual(["macros"]);
  const stale = { field: "assignee", name: "Sunita Rao", words: "" } as const;
  expect(tabs({ ...plain, owner_id: "lena", effects: { assignee: "x" }, stale: [stale] })).toEqual([
    "macros",
    "attention",
  ]);
});

test("nobody has used it for 180 days, or ever", () => {
  expect(isUnused(null)).toBe(true);
  expect(isUnused("2026-05-20")).toBe(true);
  expect(isUnused("2026-05-25")).toBe(false);
});

test("an address that names no part shows all", () => {
  expect(readRepliesSearch({ tab: "macros", reply: "new" })).toEqual({ tab: "macros", reply: "new" });
  expect(readRepliesSearch({ tab: "everything", reply: 1 })).toEqual({});
  expect(isInTab("all", { ...plain, effects: {}, stale: [] }, asIdris)).toBe(true);
});
