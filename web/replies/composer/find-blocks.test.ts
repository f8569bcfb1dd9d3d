import { expect, test } from "vitest";
import { ApiError } from "#web/lib/api/api-error.ts";
import type { Brought } from "./brought.ts";
import { findBlocks } from "./find-blocks.ts";

const SUNITA = {
  field: "assignee",
  name: "Sunita Rao",
  words: "Sunita Rao can no longer be assigned",
} as const;
const VPN = { field: "add_tags", name: "vpn", words: "" } as const;
const REPLY = { field: "reply", name: "Old words", words: "" } as const;
const brought: Brought = {
  id: "r",
  effects: { assignee: "s", add_tags: ["vpn", "mac"] },
  known: [],
  stale: [SUNITA],
};
const sent = { saved_reply_id: "r", effects: brought.effects };
const refused = (...stale: object[]) => ({
  error: new ApiError("This macro no longer fits", { status: 409, problem: { facts: { stale } } }),
  sent,
});

test("places that are left, and what no longer fits, hold the words back", () => {
  const { places, stale, isBlocked } = findBlocks("Hello {{client.name}}, `{{ask: x}}`", brought, null);
  expect(places.map(({ token }) => token)).toEqual(["{{client.name}}"]);
  expect(stale).toEqual([SUNITA]);
  expect(isBlocked).toBe(true);
});

test("what the server refused with is taken off as well, each once", () => {
  expect(findBlocks("", brought, refused(SUNITA, VPN)).stale).toEqual([SUNITA, VPN]);
  expect(findBlocks("", brought, refused(REPLY)).stale).toEqual([SUNITA, REPLY]);
});

test("nothing holds the words back once it was filled in and taken off", () => {
  const taken = { ...brought, effects: { add_tags: ["mac"] } };
  expect(findBlocks("Hello Tomás", taken, refused(SUNITA, VPN)).isBlocked).toBe(false);
  expect(findBlocks("{{client.name}}", { ...taken, id: null }, refused(REPLY)).isBlocked).toBe(false);
});

test("a refusal of another kind holds nothing back", () => {
  const clean = { ...brought, stale: [] };
  for (const error of [
    null,
    new Error("cut off"),
    new ApiError("No", { problem: { facts: { stale: "all" } } }),
  ])
    expect(findBlocks("", clean, { error, sent }).isBlocked).toBe(false);
});

test("a refusal holds nothing back that another saved reply has put in the place of what was refused", () => {
  const other: Brought = {
    id: "other",
    effects: { assignee: "lena", add_tags: ["vpn"] },
    known: [],
    stale: [],
  };
  expect(findBlocks("", other, refused(SUNITA, REPLY)).isBlocked).toBe(false);
  expect(findBlocks("", other, refused(SUNITA, VPN)).stale).toEqual([VPN]);
});
