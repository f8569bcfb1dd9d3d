import { describe, expect, test } from "vitest";
import { isEmpty, mergeEffects, withoutEffect } from "./merge-effects.ts";

const FOLLOW_UP = { in_days: 2, at: "09:00" };

describe("two replies in one box", () => {
  test("of each field the later wins", () => {
    const before = { status: "pending", priority: "low", assignee: "me", follow_up: FOLLOW_UP } as const;
    expect(mergeEffects(before, { status: "closed", follow_up: "clear" })).toEqual({
      status: "closed",
      priority: "low",
      assignee: "me",
      follow_up: "clear",
    });
  });

  test("tags and checklists add up, each once", () => {
    expect(
      mergeEffects(
        { add_tags: ["vpn", "mac"], checklist: ["Order"] },
        { add_tags: ["vpn", "leeds"], checklist: ["Order", "Install"] },
      ),
    ).toEqual({ add_tags: ["vpn", "mac", "leeds"], checklist: ["Order", "Install"] });
  });

  test("a tag is not added and removed at once: the later wins", () => {
    expect(mergeEffects({ add_tags: ["vpn"] }, { remove_tags: ["vpn"] })).toEqual({ remove_tags: ["vpn"] });
    expect(mergeEffects({ remove_tags: ["vpn"] }, { add_tags: ["vpn"] })).toEqual({ add_tags: ["vpn"] });
  });

  test("a closed ticket waits for nothing: the later wins", () => {
    expect(mergeEffects({ follow_up: FOLLOW_UP }, { status: "closed" })).toEqual({ status: "closed" });
    expect(mergeEffects({ status: "closed" }, { follow_up: FOLLOW_UP })).toEqual({ follow_up: FOLLOW_UP });
    expect(mergeEffects({ status: "closed" }, { follow_up: "clear" })).toEqual({
      status: "closed",
      follow_up: "clear",
    });
  });
});

describe("an effect that is taken off", () => {
  test("leaves the others, and no empty list", () => {
    const effects = { status: "pending", add_tags: ["vpn", "mac"] } as const;
    const both = { ...effects, add_tags: [...effects.add_tags] };
    expect(withoutEffect(both, "status")).toEqual({ add_tags: ["vpn", "mac"] });
    expect(withoutEffect(both, "add_tags", "vpn")).toEqual({ status: "pending", add_tags: ["mac"] });
    const none = withoutEffect(withoutEffect({ add_tags: ["vpn"] }, "add_tags", "vpn"), "status");
    expect(none).toEqual({});
    expect(isEmpty(none)).toBe(true);
  });
});
