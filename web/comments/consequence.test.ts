import { describe, expect, test } from "vitest";
import type { Actor } from "#contract/access/actor.ts";
import type { Permission } from "#contract/access/permissions.ts";
import { consequenceOf } from "./consequence.ts";
import { CONSEQUENCE_MESSAGES } from "./messages.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const ticket = { id: "t", status: "open", closed: null, deleted_at: null };

function actor(user_type: "internal" | "external", more: Partial<Actor> = {}): Actor {
  const permissions: Permission[] = ["comments.create"];
  return { id: "u", user_type, company_id: "c", company_active: true, roles: [], permissions, ...more };
}
const closed = (days: number) => ({
  ...ticket,
  status: "closed",
  closed: new Date(NOW - days * 24 * 3600_000).toISOString(),
});

describe("before a client answers", () => {
  const client = actor("external");
  test("an open ticket needs no words", () => {
    expect(consequenceOf(ticket, client, NOW)).toEqual({ words: null, isOpen: true, offersFollowUp: false });
  });
  test("a pending one is said to open", () => {
    expect(consequenceOf({ ...ticket, status: "pending" }, client, NOW).words).toBe(
      CONSEQUENCE_MESSAGES.opens,
    );
  });
  test("a ticket closed within 14 days is said to open again", () => {
    expect(consequenceOf(closed(13), client, NOW)).toMatchObject({
      words: CONSEQUENCE_MESSAGES.reopens,
      isOpen: true,
    });
  });
  test("a ticket closed longer ago takes no answer, but offers a follow-up", () => {
    expect(consequenceOf(closed(15), client, NOW)).toEqual({
      words: CONSEQUENCE_MESSAGES.tooLate,
      isOpen: false,
      offersFollowUp: true,
    });
  });
  test("an inactive company reads and does not answer", () => {
    expect(consequenceOf(ticket, actor("external", { company_active: false }), NOW)).toMatchObject({
      words: CONSEQUENCE_MESSAGES.readOnly,
      isOpen: false,
    });
  });
});

describe("before staff answer", () => {
  test("an old closed ticket still takes answers and stays closed", () => {
    expect(consequenceOf(closed(100), actor("internal"), NOW)).toMatchObject({
      words: CONSEQUENCE_MESSAGES.staysClosed,
      isOpen: true,
    });
  });
  test("a ticket in the trash takes none", () => {
    const deleted = { ...ticket, deleted_at: new Date(NOW).toISOString() };
    expect(consequenceOf(deleted, actor("internal"), NOW).isOpen).toBe(false);
  });
});
