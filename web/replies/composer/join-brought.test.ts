import { expect, test } from "vitest";
import type { Brought } from "./brought.ts";
import { joinBrought } from "./join-brought.ts";

const SUNITA = { field: "assignee", name: "Sunita Rao", words: "" } as const;
const VPN = { field: "add_tags", name: "vpn", words: "" } as const;
const first: Brought = {
  id: "first",
  effects: { assignee: "sunita", add_tags: ["vpn"] },
  known: [{ field: "assignee", name: "Sunita Rao", at: null }],
  stale: [SUNITA, VPN],
};
const second: Brought = {
  id: "second",
  effects: { assignee: "lena", add_tags: ["mac"] },
  known: [{ field: "assignee", name: "Lena Fischer", at: null }],
  stale: [],
};

test("of two replies the later one names the words, and what both bring adds up", () => {
  expect(joinBrought(undefined, second)).toEqual(second);
  const joined = joinBrought(first, second);
  expect([joined.id, joined.effects]).toEqual(["second", { assignee: "lena", add_tags: ["vpn", "mac"] }]);
  expect(joined.known[0]?.name).toBe("Lena Fischer");
});

test("what the later one sets anew no longer says of the earlier one that it does not fit", () => {
  expect(joinBrought(first, second).stale).toEqual([VPN]);
  expect(joinBrought(first, { ...second, effects: {} }).stale).toEqual([SUNITA, VPN]);
});
