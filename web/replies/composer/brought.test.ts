import { describe, expect, test } from "vitest";
import { bodyOfBrought, type Brought, isBrought, withStatusByHand } from "./brought.ts";

const ID = "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f";
const brought: Brought = { id: ID, effects: { status: "pending", add_tags: ["vpn"] }, known: [], stale: [] };

describe("what saved replies have brought", () => {
  test("goes with the words, but for what was taken off", () => {
    expect(bodyOfBrought(undefined)).toEqual({});
    expect(bodyOfBrought(brought)).toEqual({ saved_reply_id: ID, effects: brought.effects });
    expect(bodyOfBrought({ ...brought, id: null, effects: {} })).toEqual({});
  });

  test("a status that was chosen by hand wins, and the other effects stay", () => {
    expect(withStatusByHand({ status: "closed" }, brought)).toEqual({
      status: "closed",
      effects: { add_tags: ["vpn"] },
    });
    expect(withStatusByHand({ status: "closed" }, { ...brought, effects: { status: "pending" } })).toEqual({
      status: "closed",
      effects: undefined,
    });
    expect(withStatusByHand({}, brought)).toEqual({});
    expect(withStatusByHand({ status: "closed" }, undefined)).toEqual({ status: "closed" });
  });

  test("is read from a draft only in its own shape", () => {
    expect(isBrought(JSON.parse(JSON.stringify(brought)))).toBe(true);
    for (const other of [null, {}, { ...brought, id: 1 }, { ...brought, effects: "all" }, { id: ID }])
      expect(isBrought(other)).toBe(false);
  });
});
