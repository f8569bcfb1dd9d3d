import { describe, expect, test } from "vitest";
import type { Actor } from "#contract/access/actor.ts";
import type { Permission } from "#contract/access/permissions.ts";
import { findReplyEffect } from "./reply-effect-on-ticket.ts";
import { REPLY_EFFECT_MESSAGES } from "./messages.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const ticket = { id: "t", status: "open", closed: null, deleted_at: null };

function actor(user_type: "internal" | "external", more: Partial<Actor> = {}): Actor {
  const permissions: Permission[] = ["comments.create"];
  return {
    id: "u",
    user_type,
    company_id: "c",
    company_active: true,
    urgent_allowed: true,
    roles: [],
    permissions,
    ...more,
  };
}
const closed = (days: number) => ({
  ...ticket,
  status: "closed",
  closed: new Date(NOW - days * 24 * 3600_000).toISOString(),
});

describe("before a client answers", () => {
  const client = actor("external");
  test("an open ticket needs no words", () => {
    expect(findReplyEffect(ticket, client, NOW)).toEqual({ note: null, isOpen: true, offersFollowUp: false });
  });
  test("a pending one is said to open", () => {
    expect(findReplyEffect({ ...ticket, status: "pending" }, client, NOW).note).toBe(
      REPLY_EFFECT_MESSAGES.opens,
    );
  });
  test("a ticket closed within 14 days is said to open again", () => {
    expect(findReplyEffect(closed(13), client, NOW)).toMatchObject({
      note: REPLY_EFFECT_MESSAGES.reopens,
      isOpen: true,
    });
  });
  test("a ticket closed longer ago takes no answer, but offers a follow-up", () => {
    expect(findReplyEffect(closed(15), client, NOW)).toEqual({
      note: REPLY_EFFECT_MESSAGES.tooLate,
      isOpen: false,
      offersFollowUp: true,
    });
  });
  test("an inactive company reads and does not answer", () => {
    expect(findReplyEffect(ticket, actor("external", { company_active: false }), NOW)).toMatchObject({
      note: REPLY_EFFECT_MESSAGES.readOnly,
      isOpen: false,
    });
  });
});

describe("before staff answer", () => {
  test("an old closed ticket still takes answers and stays closed", () => {
    expect(findReplyEffect(closed(100), actor("internal"), NOW)).toMatchObject({
      note: REPLY_EFFECT_MESSAGES.staysClosed,
      isOpen: true,
    });
  });
  test("a ticket in the trash takes none", () => {
    const deleted = { ...ticket, deleted_at: new Date(NOW).toISOString() };
    expect(findReplyEffect(deleted, actor("internal"), NOW).isOpen).toBe(false);
  });
});
