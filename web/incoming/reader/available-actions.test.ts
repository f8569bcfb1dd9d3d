import { expect, test } from "vitest";
import type { Mail } from "../data.ts";
import { availableActions, hasPrimary, isTicketOnePress } from "./available-actions.ts";

const STRANGER: Mail = {
  id: "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f",
  state: "held",
  kind: "message",
  reason: "unknown_sender",
  detail: {},
  subject: "New laptop",
  from_address: "sofia@kestrel.example",
  from_name: "Sofia",
  sender: null,
  proof: "strong",
  mailbox_id: null,
  mailbox_address: null,
  ticket: null,
  suggested_company: null,
  excerpt: "",
  file_count: 0,
  received_at: "2026-11-20T08:14:00.000Z",
  decided_at: null,
  decided_by_fullname: null,
};
const HELENA: Mail = {
  ...STRANGER,
  reason: "other_company",
  sender: { user_id: STRANGER.id, fullname: "Helena Marsh", user_type: "external" },
};
const ALL = { mayMakeContact: true, mayJoin: true, mayAddPeople: true };
const inState = (state: Mail["state"]) => availableActions({ ...HELENA, state }, ALL);

test("a stranger becomes a contact first, by those who may make one", () => {
  const all = ["contact", "ticket", "join", "person", "ignore", "block", "retry"];
  expect(availableActions(STRANGER, ALL)).toEqual(all);
  expect(availableActions(STRANGER, { ...ALL, mayMakeContact: false })).toEqual(all.slice(1));
});

test("somebody known is neither made a contact nor said to be somebody else", () => {
  expect(availableActions(HELENA, ALL)).toEqual(["ticket", "join", "ignore", "block", "retry"]);
});

test("the address of somebody deleted is still theirs: it becomes nobody else's, and no ticket is made by one press", () => {
  const deleted: Mail = { ...HELENA, reason: "sender_deleted" };
  expect(availableActions(deleted, ALL)).toEqual(["ticket", "join", "ignore", "block", "retry"]);
  expect(isTicketOnePress(deleted)).toBe(false);
});

test("somebody who is not on the ticket that they name is added and posted by one press, where there is a ticket", () => {
  const ticket = { id: STRANGER.id, uid: "WP-1042", subject: "Printer" };
  const omar: Mail = { ...HELENA, reason: "not_on_ticket", ticket };
  expect(availableActions(omar, ALL).slice(0, 3)).toEqual(["post", "ticket", "join"]);
  expect(availableActions(omar, { ...ALL, mayAddPeople: false })[0]).toBe("ticket");
  expect(availableActions({ ...omar, ticket: null }, ALL)[0]).toBe("ticket");
});

test("nothing is joined by somebody who may not answer", () => {
  expect(availableActions(HELENA, { ...ALL, mayJoin: false })).toEqual([
    "ticket",
    "ignore",
    "block",
    "retry",
  ]);
});

test("a mail without a sender's address can be made a ticket of or ignored, and nobody blocked", () => {
  const unclear: Mail = { ...STRANGER, reason: "sender_unclear", from_address: null };
  expect(availableActions(unclear, ALL)).toEqual(["ticket", "join", "ignore", "retry"]);
});

test("a mail that may be forged is ignored first, and offers nothing as the one to take", () => {
  const forged: Mail = { ...HELENA, reason: "maybe_forged", proof: "failed" };
  expect(availableActions(forged, ALL)[0]).toBe("ignore");
  expect([hasPrimary(forged), hasPrimary(HELENA)]).toEqual([false, true]);
  expect([isTicketOnePress(forged), isTicketOnePress(HELENA)]).toEqual([false, true]);
  expect(isTicketOnePress({ ...HELENA, proof: "none" })).toBe(false);
});

test("failed mail is tried again, ignored mail and spam are held again, and done mail is left alone", () => {
  expect(inState("failed")).toEqual(["retry", "ignore", "block"]);
  expect(inState("ignored")[0]).toBe("restore");
  expect(inState("spam")[0]).toBe("restore");
  expect([inState("done"), inState("stored")]).toEqual([[], []]);
});

test("what a colleague sent on makes its writer a contact, where it says who that is", () => {
  const sentOn: Mail = { ...HELENA, reason: "forward_unknown" };
  const sofia = { name: "Sofia", address: "sofia@kestrel.example" };
  expect(availableActions({ ...sentOn, forwarded_from: sofia }, ALL)[0]).toBe("contact");
  expect(availableActions({ ...sentOn, forwarded_from: null }, ALL)).not.toContain("contact");
});
