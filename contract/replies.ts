import { z } from "zod";
import { CommentAudience } from "./comments.ts";
import { endpoint } from "./endpoint.ts";
import { Flag, Id, Meta, oneOf, pageFields, SearchText, Time, visibleText } from "./field-schemas.ts";
import { LANGUAGE_CODES } from "./languages.ts";
import { LIMITS } from "./limits.ts";
import { EffectOnTicket, Effects, hasEffects, KeptEffects, StaleEffect } from "./macros/effects.ts";
import { TicketIds } from "./macros.ts";
import { FIELD_REFUSALS } from "./refusals/fields.ts";
import { REPLY_REFUSALS } from "./refusals/replies.ts";
import { SENDING_REFUSALS } from "./refusals/sending.ts";
import { messagesOf } from "./refusals/schema-message.ts";
import { findUnknown } from "./replies/render.ts";
import { TicketRow } from "./tickets/list.ts";
import { exampleTicketParams } from "./tickets/ticket-schemas.ts";

const message = messagesOf({ ...FIELD_REFUSALS, ...REPLY_REFUSALS, ...SENDING_REFUSALS });

export const REPLY_AUDIENCES = ["me", "team", "everyone"] as const;
export const REPLY_VISIBILITIES = ["public", "internal", "any"] as const;
const Audience = oneOf("audience", REPLY_AUDIENCES);
const Visibility = oneOf("visibility", REPLY_VISIBILITIES);
const Language = oneOf("language", LANGUAGE_CODES);

const Body = visibleText("reply_text", LIMITS.comment, message("reply.text_required")).superRefine(
  (body, ctx) => {
    const [unknown] = findUnknown(body);
    if (unknown !== undefined) ctx.addIssue(message("reply.placeholder_unknown", { placeholder: unknown }));
  },
);
const Texts = z
  .array(z.strictObject({ language: Language, body: Body }))
  .max(LANGUAGE_CODES.length)
  .refine(
    (texts) => new Set(texts.map(({ language }) => language)).size === texts.length,
    message("reply.language_twice"),
  );

const summary = {
  id: Id,
  name: z.string(),
  audience: z.enum(REPLY_AUDIENCES),
  group_id: Id.nullable().meta({ description: "The team, for the audience `team`" }),
  group_name: z.string().nullable(),
  owner_id: Id,
  owner_fullname: z.string(),
  visibility: z.enum(REPLY_VISIBILITIES).meta({
    description: "`internal` is for notes, `public` for answers to clients",
  }),
  languages: z
    .array(z.enum(LANGUAGE_CODES))
    .meta({ description: "Of its texts; the first is the usual one" }),
  effects: KeptEffects,
  uses: z.int().meta({ description: `Of the last ${LIMITS.replyUseDays} days, by everybody` }),
  last_used: z.iso.date().nullable().meta({ description: "The day, in the organization's time zone" }),
  my_last_used: z.iso.date().nullable(),
  stale: z.array(StaleEffect).meta({ description: "What no longer fits: it needs attention" }),
  may_edit: z.boolean(),
};

export const ReplySummary = z
  .object({
    ...summary,
    snippet: z.string().meta({
      description: `The first ${LIMITS.replySnippet} characters of its text, as it was written; empty without one`,
    }),
  })
  .meta({ id: "ReplySummary" });
export type ReplySummary = z.output<typeof ReplySummary>;

export const SavedReply = z
  .object({
    ...summary,
    texts: z.array(z.object({ language: z.enum(LANGUAGE_CODES), body: z.string() })),
    version: z.int().meta({ description: "Grows with every change; send it as base_version" }),
    created_at: Time,
    updated_at: Time,
  })
  .meta({ id: "SavedReply" });
export type SavedReply = z.output<typeof SavedReply>;

const fields = {
  name: visibleText("reply_name", LIMITS.replyName, message("field.name_required")),
  texts: Texts,
  effects: Effects,
  visibility: Visibility,
  audience: Audience,
  group_id: Id.nullable(),
};

export const NewReply = z
  .strictObject({
    ...fields,
    texts: fields.texts.default([]),
    effects: fields.effects.default({}),
    visibility: fields.visibility.default("any"),
    group_id: fields.group_id.optional(),
  })
  .refine(({ texts, effects }) => texts.length > 0 || hasEffects(effects), message("reply.empty"));

/** Absent fields stay; `texts` and `effects` are all that there will be. */
export const ReplyChange = z.strictObject(fields).partial().extend({ base_version: z.int().optional() });

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

const Params = z.object({ reply_id: Id });
const missing = { 404: "reply.not_found" } as const;
const params = { reply_id: "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f" };
const ticket_ids = [exampleTicketParams.ticket_id];

/** Texts and steps that the staff use again; one with effects is called a macro. */
export const replies = {
  list: endpoint({
    method: "GET",
    path: "/replies",
    policy: "comments.internal",
    summary: "List the saved replies",
    description:
      "The caller's own, those of their teams and those for all staff, by name. A search looks through names and whole texts. With `ticket_id` the snippet is in the language of that ticket's client where there is such a text. `stale=true` lists those that need attention.",
    query: z.strictObject({
      ticket_id: Id.optional(),
      search: SearchText,
      audience: Audience.optional(),
      stale: Flag,
      ...pageFields(LIMITS.replies),
    }),
    reply: z.object({ items: z.array(ReplySummary), meta: Meta }),
    refusals: { 404: "ticket.not_found" },
    example: { query: { search: "vpn" } },
  }),
  create: endpoint({
    method: "POST",
    path: "/replies",
    policy: "comments.internal",
    summary: "Save a reply",
    description:
      "A text in one language or several, effects, or both. For a team or for everyone with the permission to share replies.",
    body: NewReply,
    status: 201,
    reply: z.object({ reply: SavedReply }),
    example: {
      body: {
        name: "VPN: import the profile again",
        audience: "everyone",
        texts: [{ language: "en", body: "Hello {{client.first_name|there}},\nplease import it again." }],
        effects: { priority: "high", add_tags: ["vpn"] },
      },
    },
  }),
  get: endpoint({
    method: "GET",
    path: "/replies/{reply_id}",
    policy: "comments.internal",
    summary: "Read a saved reply",
    params: Params,
    reply: z.object({ reply: SavedReply }),
    refusals: missing,
    example: { params },
  }),
  change: endpoint({
    method: "PATCH",
    path: "/replies/{reply_id}",
    policy: "comments.internal",
    summary: "Change a saved reply",
    description: "Whose it is, and of shared ones whoever may share replies.",
    params: Params,
    body: ReplyChange,
    reply: z.object({ reply: SavedReply }),
    refusals: { ...missing, 409: "request.changed_meanwhile" },
    example: { params, body: { name: "VPN: new profile", base_version: 1 } },
  }),
  delete: endpoint({
    method: "DELETE",
    path: "/replies/{reply_id}",
    policy: "comments.internal",
    summary: "Delete a saved reply",
    description: `It can be restored for ${LIMITS.deletedReplyDays} days. Answers that were written with it stay.`,
    params: Params,
    refusals: missing,
    example: { params },
  }),
  restore: endpoint({
    method: "POST",
    path: "/replies/{reply_id}/restore",
    policy: "comments.internal",
    summary: "Restore a deleted saved reply",
    params: Params,
    reply: z.object({ reply: SavedReply }),
    refusals: missing,
    example: { params },
  }),
  render: endpoint({
    method: "POST",
    path: "/replies/{reply_id}/render",
    policy: "comments.internal",
    summary: "Fill in a saved reply for a ticket",
    description:
      "In the language of the ticket's client, else its first, unless `language` names one. What is missing stays in the text as its placeholder and is listed; what no longer fits is marked at its effect. Nothing is written.",
    params: Params,
    body: z.strictObject({ ticket_id: Id, language: Language.optional() }),
    reply: z.object(rendered),
    refusals: missing,
    example: { params, body: { ticket_id: exampleTicketParams.ticket_id } },
  }),
  renderText: endpoint({
    method: "POST",
    path: "/replies/render",
    policy: "comments.internal",
    summary: "Fill in a text that is not saved yet",
    body: z.strictObject({ ticket_id: Id, language: Language, body: Body }),
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
    params: Params,
    body: OnTickets,
    reply: z.object({
      tickets: z.array(ReplyOnTicket),
      blanks: z.array(z.string()).meta({ description: "Labels of the blanks of its texts" }),
      gone: z.array(Id),
    }),
    refusals: missing,
    example: { params, body: { ticket_ids } },
  }),
  apply: endpoint({
    method: "POST",
    path: "/replies/{reply_id}/apply",
    policy: "comments.internal",
    summary: "Answer tickets with a saved reply, or apply a macro to them",
    description:
      "Its text is written on every ticket, as a note where it is for notes, and its effects are set: all or nothing. With `hold_seconds` answers to clients wait that long, with what they set, and DELETE /scheduled/groups/{group_id} takes all of them back. A ticket that cannot take it refuses the whole, with the tickets in `facts.tickets`; what no longer fits with `facts.stale`; a place that is not filled in as 422. POST /tickets/undo/{group_id} takes every effect back. More than one ticket asks for the permission for bulk changes.",
    params: Params,
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
    refusals: { ...missing, 409: "macro.assignee_stale" },
    example: { params, body: { ticket_ids, fills: { "order number": "48151623" } } },
  }),
} as const;
