import { z } from "zod";
import { CommentAudience } from "../comments.ts";
import { endpoint } from "../endpoint.ts";
import { Id, Time } from "../field-schemas.ts";
import { LANGUAGE_CODES } from "../languages.ts";
import { LIMITS } from "../limits.ts";
import { EffectOnTicket, StaleEffect } from "../macros/effects.ts";
import { TicketIds } from "../macros.ts";
import { messagesOf } from "../refusals/schema-message.ts";
import { SENDING_REFUSALS } from "../refusals/sending.ts";
import { TicketRow } from "../tickets/list.ts";
import { exampleTicketParams } from "../tickets/ticket-schemas.ts";
import { exampleReplyParams, ReplyBody, ReplyLanguage, replyMissing, ReplyParams } from "./reply-schemas.ts";

const message = messagesOf(SENDING_REFUSALS);

/** A place that is not filled in yet. */
export const MissingPlace = z
  .object({
    token: z.string().meta({ example: "{{ask: order number}}" }),
    label: z.string().meta({ description: "A blank's own words, or the placeholder's name" }),
    at: z.int().meta({ description: "Where it begins in the text, in UTF-16 units" }),
  })
  .meta({ id: "MissingPlace" });

const Readers = CommentAudience.shape.readers.meta({
  description: "Who would be mailed it; nobody for a note",
});

const rendered = {
  text: z.string().nullable().meta({ description: "Null for a macro without a text" }),
  language: z.enum(LANGUAGE_CODES).nullable(),
  missing: z.array(MissingPlace),
  effects: z.array(EffectOnTicket),
  readers: Readers,
};

/** A ticket of a preview. */
export const ReplyOnTicket = z
  .object({
    id: Id,
    uid: z.string(),
    subject: z.string(),
    client_fullname: z.string().nullable(),
    ...rendered,
    stale: z.array(StaleEffect),
    refusal: z
      .object({ code: z.string(), detail: z.string(), params: z.record(z.string(), z.unknown()).optional() })
      .nullable()
      .meta({
        description: "Why it cannot take the reply, as applying it would be refused; null where it can",
      }),
  })
  .meta({ id: "ReplyOnTicket" });
export type ReplyOnTicket = z.output<typeof ReplyOnTicket>;

const Fills = z
  .record(z.string().max(LIMITS.replyBlank), z.string().trim().max(LIMITS.comment))
  .optional()
  .meta({ description: "What the blanks are filled with, by their labels" });
const OnTickets = z.strictObject({ ticket_ids: TicketIds, fills: Fills });

const ticket_ids = [exampleTicketParams.ticket_id];

/** What becomes of a saved reply on tickets: filled in, shown before it is sent, and written. */
export const fillInEndpoints = {
  render: endpoint({
    method: "POST",
    path: "/replies/{reply_id}/render",
    policy: "comments.internal",
    summary: "Fill in a saved reply for a ticket",
    description:
      "In the language of the ticket's client, else its first, unless `language` names one. What is missing stays in the text as its placeholder and is listed; what no longer fits is marked at its effect. Nothing is written.",
    onlyReads: true,
    params: ReplyParams,
    body: z.strictObject({ ticket_id: Id, language: ReplyLanguage.optional() }),
    reply: z.object(rendered),
    refusals: replyMissing,
    example: { params: exampleReplyParams, body: { ticket_id: exampleTicketParams.ticket_id } },
  }),
  renderText: endpoint({
    method: "POST",
    path: "/replies/render",
    policy: "comments.internal",
    summary: "Fill in a text that is not saved yet",
    onlyReads: true,
    body: z.strictObject({ ticket_id: Id, language: ReplyLanguage, body: ReplyBody }),
    reply: z.object({ text: z.string(), missing: z.array(MissingPlace) }),
    refusals: { 404: "ticket.not_found" },
    example: {
      body: {
        ticket_id: exampleTicketParams.ticket_id,
        language: "en",
        body: "Hello {{client.first_name|there}}",
      },
    },
  }),
  preview: endpoint({
    method: "POST",
    path: "/replies/{reply_id}/preview",
    policy: "tickets.bulk",
    summary: "Show what a saved reply would do to tickets",
    description:
      "Each ticket with its text, what changes, who is mailed, and why it cannot take it. `blanks` are filled once for all, with `fills`. Nothing is written. `gone` are ids that are not there any more.",
    params: ReplyParams,
    body: OnTickets,
    reply: z.object({
      tickets: z.array(ReplyOnTicket),
      blanks: z.array(z.string()).meta({ description: "Labels of the blanks of its texts" }),
      gone: z.array(Id),
    }),
    refusals: replyMissing,
    example: { params: exampleReplyParams, body: { ticket_ids } },
  }),
  apply: endpoint({
    method: "POST",
    path: "/replies/{reply_id}/apply",
    policy: "comments.internal",
    summary: "Answer tickets with a saved reply, or apply a macro to them",
    description:
      "Its text is written on every ticket, as a note where it is for notes, and its effects are set: all or nothing. With `hold_seconds` answers to clients wait that long, with what they set, and DELETE /scheduled/groups/{group_id} takes all of them back. A ticket that cannot take it refuses the whole, with the tickets in `facts.tickets`; what no longer fits with `facts.stale`; a place that is not filled in as 422. POST /tickets/undo/{group_id} takes every effect back. More than one ticket asks for the permission for bulk changes.",
    params: ReplyParams,
    body: OnTickets.extend({
      hold_seconds: z.int().min(0).max(LIMITS.holdSeconds, message("sending.time_out_of_range")).default(0),
    }),
    reply: z.object({
      tickets: z.array(TicketRow),
      group_id: Id,
      scheduled: z.array(z.object({ id: Id, ticket_id: Id, send_at: Time })),
      comments: z.array(z.object({ id: Id, ticket_id: Id })),
      missing: z.array(Id).meta({ description: "Ids that are not there any more" }),
    }),
    refusals: { ...replyMissing, 409: "macro.assignee_stale" },
    example: { params: exampleReplyParams, body: { ticket_ids, fills: { "order number": "48151623" } } },
  }),
} as const;
