import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Flag, Id, Meta, nameText, oneOf, pageFields, SearchText, Time } from "./field-schemas.ts";
import { LANGUAGE_CODES } from "./languages.ts";
import { LIMITS } from "./limits.ts";
import { Effects, hasEffects, KeptEffects, StaleEffect } from "./macros/effects.ts";
import { FIELD_REFUSALS } from "./refusals/fields.ts";
import { REPLY_REFUSALS } from "./refusals/replies.ts";
import { messagesOf } from "./refusals/schema-message.ts";
import { fillInEndpoints } from "./replies/fill-in.ts";
import {
  exampleReplyParams,
  ReplyBody,
  ReplyLanguage,
  replyMissing,
  ReplyParams,
} from "./replies/reply-schemas.ts";

const message = messagesOf({ ...FIELD_REFUSALS, ...REPLY_REFUSALS });

export const REPLY_AUDIENCES = ["me", "team", "everyone"] as const;
export const REPLY_VISIBILITIES = ["public", "internal", "any"] as const;
const Audience = oneOf("audience", REPLY_AUDIENCES);
const Visibility = oneOf("visibility", REPLY_VISIBILITIES);
const Texts = z
  .array(z.strictObject({ language: ReplyLanguage, body: ReplyBody }))
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
  name: nameText("reply_name", LIMITS.replyName, message("field.name_required")),
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
    params: ReplyParams,
    reply: z.object({ reply: SavedReply }),
    refusals: replyMissing,
    example: { params: exampleReplyParams },
  }),
  change: endpoint({
    method: "PATCH",
    path: "/replies/{reply_id}",
    policy: "comments.internal",
    summary: "Change a saved reply",
    description: "Whose it is, and of shared ones whoever may share replies.",
    params: ReplyParams,
    body: ReplyChange,
    reply: z.object({ reply: SavedReply }),
    refusals: { ...replyMissing, 409: "request.changed_meanwhile" },
    example: { params: exampleReplyParams, body: { name: "VPN: new profile", base_version: 1 } },
  }),
  delete: endpoint({
    method: "DELETE",
    path: "/replies/{reply_id}",
    policy: "comments.internal",
    summary: "Delete a saved reply",
    description: `It can be restored for ${LIMITS.deletedReplyDays} days. Answers that were written with it stay.`,
    params: ReplyParams,
    refusals: replyMissing,
    example: { params: exampleReplyParams },
  }),
  restore: endpoint({
    method: "POST",
    path: "/replies/{reply_id}/restore",
    policy: "comments.internal",
    summary: "Restore a deleted saved reply",
    params: ReplyParams,
    reply: z.object({ reply: SavedReply }),
    refusals: replyMissing,
    example: { params: exampleReplyParams },
  }),
  ...fillInEndpoints,
} as const;
