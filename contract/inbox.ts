import { z } from "zod";
import { Stopped } from "./comments/scheduled.ts";
import { endpoint } from "./endpoint.ts";
import { Id, oneOf, Time } from "./field-schemas.ts";
import { INBOX_REASONS, INBOX_TABS } from "./inbox/inbox-reasons.ts";
import { LIMITS } from "./limits.ts";
import { INBOX_REFUSALS } from "./refusals/inbox.ts";
import { messagesOf } from "./refusals/schema-message.ts";

const message = messagesOf(INBOX_REFUSALS);

export const InboxItem = z
  .object({
    ticket_id: Id,
    uid: z.string().meta({ example: "WP-1001" }),
    subject: z.string(),
    status: z.string(),
    reason: z.enum(INBOX_REASONS).meta({
      description: "Of the newest event: one row stands for everything that happened on the ticket",
    }),
    comment_id: Id.nullable(),
    visibility: z.enum(["public", "internal"]).nullable().meta({ description: "Of the comment" }),
    excerpt: z.string().nullable().meta({ description: "The beginning of the comment, on one line" }),
    actor_id: Id.nullable(),
    actor_fullname: z.string().nullable(),
    happened_at: Time,
    news: z.int().meta({ description: "Events since it was read" }),
    is_unread: z.boolean(),
    done_at: Time.nullable(),
    stopped: Stopped.nullable().meta({
      description: "With the reason `unsent`: why the answer was not sent",
    }),
  })
  .meta({ id: "InboxItem" });

const Count = z.int().meta({ description: `Stops at ${LIMITS.inboxCounted}` });
/** How many rows wait unread. */
const Unread = z.object({ unread: Count });

const Params = z.object({ ticket_id: Id });
const missing = { 404: "inbox.not_found" } as const;
const example = { params: { ticket_id: "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f" } };
/** The time and the ticket of the last row. */
const PLACE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z_[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Everybody's own Inbox, of the staff alone. */
export const inbox = {
  list: endpoint({
    method: "GET",
    path: "/inbox",
    policy: "comments.internal",
    summary: "List one's inbox",
    description: `Newest first, one row a ticket: who mentioned or answered one, what was assigned, which dates are due. \`unread\` and \`all\` wait, \`mentions\` are those of \`all\` in which one was mentioned; rows that are done stay for ${LIMITS.inboxDoneDays} days. Go on with \`after\`: the \`next\` of the page before.`,
    query: z.strictObject({
      tab: oneOf("tab", INBOX_TABS).default("unread"),
      after: z.string().regex(PLACE, message("inbox.after_unknown")).optional(),
    }),
    reply: z.object({
      items: z.array(InboxItem),
      meta: z.object({
        next: z.string().nullable(),
        counts: z.object({ unread: Count, all: Count, mentions: Count }),
      }),
    }),
    example: { query: { tab: "unread" } },
  }),
  count: endpoint({
    method: "GET",
    path: "/inbox/count",
    policy: "comments.internal",
    summary: "Count what is unread in one's inbox",
    reply: Unread,
    example: {},
  }),
  doneAll: endpoint({
    method: "POST",
    path: "/inbox/done-all",
    policy: "comments.internal",
    summary: "Mark one's whole inbox as done",
    description: "But for what came after `before`. `POST /inbox/undone-all` takes it back by its `done_at`.",
    body: z.strictObject({ before: Time }),
    reply: Unread.extend({ done_at: Time }),
    example: { body: { before: "2026-11-20T08:14:00.000Z" } },
  }),
  undoneAll: endpoint({
    method: "POST",
    path: "/inbox/undone-all",
    policy: "comments.internal",
    summary: "Bring back what was marked as done all at once",
    description:
      "What was unread is unread again. Rows that came back by themselves meanwhile stay as they are.",
    body: z.strictObject({ done_at: Time }),
    reply: Unread,
    example: { body: { done_at: "2026-11-20T08:14:03.120Z" } },
  }),
  done: endpoint({
    method: "POST",
    path: "/inbox/{ticket_id}/done",
    policy: "comments.internal",
    summary: "Mark a row of one's inbox as done",
    description: "It comes back, unread, with the next event on its ticket.",
    params: Params,
    reply: Unread,
    refusals: missing,
    example,
  }),
  undone: endpoint({
    method: "POST",
    path: "/inbox/{ticket_id}/undone",
    policy: "comments.internal",
    summary: "Bring a row back that was done or put off",
    params: Params,
    reply: Unread,
    refusals: missing,
    example,
  }),
  unread: endpoint({
    method: "POST",
    path: "/inbox/{ticket_id}/unread",
    policy: "comments.internal",
    summary: "Mark a row of one's inbox as unread",
    params: Params,
    reply: Unread,
    refusals: missing,
    example,
  }),
  remind: endpoint({
    method: "POST",
    path: "/inbox/{ticket_id}/remind",
    policy: "comments.internal",
    summary: "Put a row of one's inbox off",
    description: "It is hidden until then, or until something new happens on its ticket.",
    params: Params,
    body: z.strictObject({ at: Time }),
    reply: Unread,
    refusals: missing,
    example: { ...example, body: { at: "2026-11-21T09:00:00.000Z" } },
  }),
} as const;
