import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { Id, Time, wholeNumber } from "../field-schemas.ts";
import { LIMITS } from "../limits.ts";
import { Effects } from "../macros/effects.ts";
import { FIELD_REFUSALS } from "../refusals/fields.ts";
import { messagesOf } from "../refusals/schema-message.ts";
import { Attachment } from "../uploads.ts";

const message = messagesOf(FIELD_REFUSALS);

const DraftMention = z.object({ user_id: Id, name: z.string().max(LIMITS.name), is_staff: z.boolean() });
const Version = z.int().meta({ description: "Send it as base_version; never the same for two drafts" });

export const Draft = z
  .object({
    ticket_id: Id,
    text: z.string(),
    is_internal: z.boolean(),
    mentions: z.array(DraftMention),
    attachments: z.array(Attachment),
    saved_reply_id: Id.nullable().optional().meta({ description: "The saved reply in it. For staff." }),
    effects: Effects.nullable().optional().meta({ description: "What it sets when it is sent. For staff." }),
    version: Version,
    updated_at: Time,
  })
  .meta({ id: "Draft" });

const TicketParams = z.object({ ticket_id: Id });
const missing = { 404: "ticket.not_found" } as const;
const example = { params: { ticket_id: "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f" } };

/** What people have begun to write, each one's own on each ticket. Nobody else reads it, whatever they may. */
export const drafts = {
  list: endpoint({
    method: "GET",
    path: "/drafts",
    policy: "comments.create",
    summary: "List one's drafts",
    description: "Of the tickets that one sees, the latest first; also of those that were merged into one.",
    reply: z.object({
      drafts: z.array(
        z.object({
          ticket_id: Id,
          uid: z.string(),
          subject: z.string(),
          is_internal: z.boolean(),
          part_of: z
            .object({ id: Id, uid: z.string() })
            .nullable()
            .meta({ description: "The ticket that this one was merged into" }),
          updated_at: Time,
        }),
      ),
    }),
    example: {},
  }),
  get: endpoint({
    method: "GET",
    path: "/tickets/{ticket_id}/draft",
    policy: "comments.create",
    summary: "Read one's draft on a ticket",
    params: TicketParams,
    reply: z.object({ draft: Draft.nullable() }),
    refusals: missing,
    example,
  }),
  save: endpoint({
    method: "PUT",
    path: "/tickets/{ticket_id}/draft",
    policy: "comments.create",
    summary: "Save one's draft on a ticket",
    description: `With \`base_version\`, the version that was read or saved last, a draft that was saved elsewhere since is not overwritten: 409 with that one in \`draft\`. It goes when a comment with its words is sent, and after ${LIMITS.draftDays} days without a change. A person has at most ${LIMITS.drafts}. For staff, the saved reply in it and what that sets are kept as they are, and checked when it is sent.`,
    params: TicketParams,
    body: z.strictObject({
      text: z
        .string()
        .max(LIMITS.comment, message("field.too_long", { name: "comment", max: LIMITS.comment })),
      is_internal: z.boolean().default(false),
      mentions: z.array(DraftMention).max(LIMITS.mentions).default([]),
      attachment_ids: z.array(Id).max(LIMITS.attachmentsPerMessage).default([]),
      saved_reply_id: Id.optional(),
      effects: Effects.optional(),
      base_version: z.int().optional(),
    }),
    reply: z.object({ version: Version, updated_at: Time }),
    refusals: { ...missing, 409: "draft.changed_meanwhile" },
    example: { ...example, body: { text: "Thank you, I look at", base_version: 1_795_000_000_000 } },
  }),
  delete: endpoint({
    method: "DELETE",
    path: "/tickets/{ticket_id}/draft",
    policy: "comments.create",
    summary: "Discard one's draft on a ticket",
    description: "With `base_version` only that one: 409 where it was saved elsewhere since.",
    params: TicketParams,
    query: z.strictObject({ base_version: wholeNumber("base_version", 0).optional() }),
    refusals: { ...missing, 409: "draft.changed_meanwhile" },
    example,
  }),
} as const;
