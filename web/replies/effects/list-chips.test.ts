import { expect, test } from "vitest";
import type { Effects } from "../data.ts";
import { listChips } from "./list-chips.tsx";

const words = (effects: Effects, at: string | null = null) =>
  listChips(effects, {
    known: at === null ? [] : [{ field: "follow_up", name: null, at }],
    stale: [],
    when: () => "Fri, Dec 4, 09:00",
  }).map((chip) => chip.words);

test("a follow-up that puts the ticket on hold says so, since the status comes after it", () => {
  const follow_up = { in_days: 5, at: "09:00", hold: true, firm: false };
  expect(words({ status: "pending", follow_up })).toEqual([
    "Pending",
    "In 5 working days · On Hold until then",
  ]);
  expect(words({ follow_up }, "2026-12-04T09:00:00.000Z")).toEqual([
    "Follow up Fri, Dec 4, 09:00 · On Hold until then",
  ]);
});

test("one that does not says when alone", () => {
  const follow_up = { in_days: 1, at: "09:00", hold: false, firm: false };
  expect(words({ follow_up })).toEqual(["Next working day"]);
  expect(words({ follow_up: "clear" })).toEqual(["No follow-up"]);
});
