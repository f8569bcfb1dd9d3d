import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Id, oneOf, wholeNumber } from "./field-schemas.ts";
import { SLA_TARGETS } from "./sla/targets.ts";

/**
 * `event: change`, with the position in the stream as its `id`. It says that something happened and never what:
 * the browser then fetches what its person may see. `topic` is the live topic
 * (contract/events.ts), the first word of the query keys.
 */
export const Change = z
  .object({
    topic: z.string().meta({ example: "tickets" }),
    id: Id,
    kind: z.string().meta({ example: "ticket.changed" }),
    ticket_id: Id.optional().meta({ description: "The ticket it belongs to, for comments and files" }),
  })
  .meta({ id: "Change" });

export const PRESENCE_STATES = ["viewing", "writing"] as const;

/** `event: figures`: how much waits, to staff alone; sent after `ready` and with each change of it. */
export const Figures = z
  .object({
    open_tickets: z.int(),
    held_mails: z.int().optional().meta({
      description:
        "Mails that wait for a person, to those who decide on them; absent while the desk takes no mail",
    }),
    service_levels: z
      .literal(true)
      .optional()
      .meta({ description: "Absent while nobody has a service level" }),
  })
  .meta({ id: "Figures" });

const Present = z.object({ id: Id, fullname: z.string(), state: z.enum(PRESENCE_STATES) });

/** `event: warning`: a target of a ticket that is assigned to one is due soon, or has passed; many at once are one message. */
export const TargetWarning = z
  .object({
    ticket_id: Id.meta({ description: "The one that is due first" }),
    target: oneOf("target", SLA_TARGETS),
    kind: oneOf("kind", ["due_soon", "overdue"]),
    tickets: z.int().meta({ description: "How many tickets it stands for" }),
  })
  .meta({ id: "TargetWarning" });

/** `event: presence`: the other viewers of a ticket, sent to its viewers. Staff alone. */
export const Presence = z.object({ ticket_id: Id, people: z.array(Present) }).meta({ id: "Presence" });

/** `event: inbox`: one's Inbox has changed; sent after `ready` and with each change of it, to staff alone. */
export const InboxCount = z
  .object({ unread: z.int().meta({ description: "How many rows are unread, as GET /inbox/count says" }) })
  .meta({ id: "InboxCount" });

/** `event: sending`: an answer of one's own on that ticket waits, was taken back, stopped, or has gone out. */
export const Sending = z.object({ ticket_id: Id }).meta({ id: "Sending" });

/** `event: draft`: one's draft on that ticket was saved, or is gone; never with its words. */
export const DraftNews = z
  .object({
    ticket_id: Id,
    version: z.int().nullable().meta({ description: "Null where it is gone" }),
  })
  .meta({ id: "DraftNews" });

/** The messages of the stream by their names, with what they carry. */
export type LiveMessages = {
  ready: Record<string, never>;
  change: z.output<typeof Change>;
  figures: z.output<typeof Figures>;
  presence: z.output<typeof Presence>;
  inbox: z.output<typeof InboxCount>;
  sending: z.output<typeof Sending>;
  draft: z.output<typeof DraftNews>;
  warning: z.output<typeof TargetWarning>;
  missed: Record<string, never>;
  bye: Record<string, never>;
};

export const live = {
  events: endpoint({
    method: "GET",
    path: "/events",
    policy: "signed-in",
    summary: "Listen to what changes (server-sent events)",
    description:
      "Events: `ready` (listening from here on), `change`, `figures` (staff: how many tickets are open, how many mails are held, and whether there are service levels), `presence`, `inbox` (staff: one's own Inbox has changed), `sending` and `draft` (an own answer that waits, or an own draft, has changed), `warning` (staff: a target of an own ticket is due), `missed` (too much happened: fetch everything anew) and `bye` (rights changed or the session ended: read /auth/me, then come back). A comment line comes every 15 seconds. `Last-Event-ID` (or `after`) resumes; without a place to resume from, `past_ms` first tells what changed in the milliseconds since the caller began to read.",
    query: z.strictObject({
      after: wholeNumber("after", 0).optional(),
      past_ms: wholeNumber("past_ms", 0).optional(),
    }),
    reply: "text/event-stream",
    example: {},
  }),
  presence: endpoint({
    method: "POST",
    path: "/tickets/{ticket_id}/presence",
    policy: "comments.internal",
    summary: "Say that one looks at a ticket, or writes",
    description: "Counts for 30 seconds; repeat it every 15. Clients neither see nor are seen.",
    params: z.object({ ticket_id: Id }),
    body: z.strictObject({
      state: oneOf("state", [...PRESENCE_STATES, "gone"]),
    }),
    reply: Presence,
    refusals: { 404: "ticket.not_found" },
    example: {
      params: { ticket_id: "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f" },
      body: { state: "viewing" },
    },
  }),
} as const;
