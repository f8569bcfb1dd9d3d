import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Effects } from "./macros/effects.ts";
import { LIMITS } from "./limits.ts";
import { Id, Meta, pageFields, SearchText, Time, visibleText } from "./field-schemas.ts";
import { Status } from "./tickets/ticket-schemas.ts";
import { Attachment } from "./uploads.ts";
import { COMMENT_REFUSALS } from "./refusals/comments.ts";
import { UPLOAD_REFUSALS } from "./refusals/uploads.ts";
import { MACRO_REFUSALS } from "./refusals/macros.ts";
import { messagesOf } from "./refusals/schema-message.ts";

const message = messagesOf({ ...COMMENT_REFUSALS, ...MACRO_REFUSALS, ...UPLOAD_REFUSALS });

export const Comment = z
  .object({
    id: Id,
    comment: z.string(),
    client_id: Id.nullable().meta({ description: "The author, whoever it is; the same as author_id" }),
    author_id: Id.nullable(),
    author_fullname: z.string().nullable(),
    author_type: z.enum(["internal", "external", "system"]),
    author_resembles_staff: z
      .boolean()
      .meta({ description: "An author from outside whose name reads like that of a member of the staff" }),
    from_address: z.string().nullable().meta({
      description: "Who wrote it by mail, where that is nobody known: the author is the mailbox then",
    }),
    visibility: z.enum(["public", "internal"]),
    created_at: Time,
    edited_at: Time.nullable(),
    deleted_at: Time.nullable().meta({
      description: "Set on what staff see of a deleted comment: its place, without its text",
    }),
    origin_uid: z.string().nullable().meta({
      description: "The ticket on which it was written, where that is another one that the caller may know",
    }),
    is_description: z
      .boolean()
      .meta({ description: "The description of a merged ticket, which nobody edits or deletes" }),
    attachments: z.array(Attachment),
    mentions: z.array(z.object({ user_id: Id, name: z.string() })).meta({
      description:
        "Who is mentioned, by the name that stands in the text after an @; clients see whom they know on the ticket",
    }),
  })
  .meta({ id: "Comment" });

const Named = { user_id: Id, fullname: z.string() };

export const CommentAudience = z
  .object({
    readers: z.array(
      z.object({
        ...Named,
        address: z.string().nullable().meta({ description: "Null for clients" }),
        user_type: z.enum(["internal", "external"]),
      }),
    ),
    digest: z.string().meta({ description: "Stands for these readers in `audience_seen`" }),
    silent: z.array(z.object(Named)).meta({ description: "They switched mails about answers off" }),
    unreachable: z.array(z.object(Named)).meta({ description: "Mail to their address came back" }),
    outside: z
      .array(z.object({ ...Named, company_name: z.string() }))
      .meta({ description: "Readers of another client company than the ticket's" }),
  })
  .meta({ id: "CommentAudience" });
export type CommentAudience = z.infer<typeof CommentAudience>;

const Text = visibleText("comment", LIMITS.comment, message("comment.required"));
const Mentions = z
  .array(Id)
  .max(LIMITS.mentions, message("comment.mentions_too_many", { max: LIMITS.mentions }))
  .optional();
const Visibility = z.enum(["public", "internal"]);
const TicketParams = z.object({ ticket_id: Id });
const CommentParams = TicketParams.extend({ comment_id: Id });
const missing = { 404: "ticket.not_found" } as const;
const ids = {
  ticket_id: "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f",
  comment_id: "0b9f6a0e-5f0d-4a36-9c0c-7e1d2b3c4d5e",
};

export const comments = {
  list: endpoint({
    method: "GET",
    path: "/tickets/{ticket_id}/comments",
    policy: "comments.read",
    summary: "List a ticket's comments",
    description: "Oldest first. `total` counts what the caller may see; internal notes are staff's only.",
    params: TicketParams,
    query: z.strictObject({ ...pageFields(LIMITS.commentsPage) }),
    reply: z.object({ comments: z.array(Comment), total: z.int(), meta: Meta }),
    refusals: missing,
    example: { params: { ticket_id: ids.ticket_id } },
  }),
  audience: endpoint({
    method: "GET",
    path: "/tickets/{ticket_id}/audience",
    policy: "comments.create",
    summary: "Say who will be mailed what one writes next",
    description:
      "Computed by what sends the mails. Clients read names only: those of other clients and of the assignee. Of an internal note nobody is mailed.",
    params: TicketParams,
    query: z.strictObject({ visibility: Visibility.optional() }),
    reply: CommentAudience,
    refusals: missing,
    example: { params: { ticket_id: ids.ticket_id } },
  }),
  mentionable: endpoint({
    method: "GET",
    path: "/tickets/{ticket_id}/mentionable",
    policy: "comments.create",
    summary: "List whom one may mention",
    description: `By name, at most ${LIMITS.mentionableShown}, first those on the ticket. Staff mention staff, and in public whoever from outside sees the ticket; clients mention whom they know on it: its requester, clients who follow it, the assignee, and staff who answered. The same rule refuses \`mentions\` of others.`,
    params: TicketParams,
    query: z.strictObject({ search: SearchText, visibility: Visibility.optional() }),
    reply: z.object({
      users: z.array(
        z.object({
          id: Id,
          fullname: z.string(),
          user_type: z.enum(["internal", "external"]),
          is_on_ticket: z.boolean(),
        }),
      ),
    }),
    refusals: missing,
    example: { params: { ticket_id: ids.ticket_id }, query: { search: "le" } },
  }),
  create: endpoint({
    method: "POST",
    path: "/tickets/{ticket_id}/comments",
    policy: "comments.create",
    summary: "Add a comment",
    description: `A client's answer opens a pending ticket, and a closed one within ${LIMITS.replyReopensDays} days; later it is refused and a new ticket with \`follow_up_of_id\` goes on from it. \`status\` is for staff: answer and set. With \`audience_seen\`, the digest of the readers that the writer saw, an answer that others would get is refused with 409 and the readers as they are now in \`audience\`. \`mentions\` are people of GET /tickets/{ticket_id}/mentionable whose name stands in the text after an @: they are told of it. \`saved_reply_id\` says which saved reply the text came from, and refuses a place of it that is not filled in with 422; \`effects\` are set with the answer, as if by hand, or refused with 409 and \`facts.stale\` where one no longer fits.`,
    params: TicketParams,
    body: z
      .strictObject({
        comment: Text,
        visibility: Visibility.default("public"),
        attachment_ids: z
          .array(Id)
          .max(
            LIMITS.attachmentsPerMessage,
            message("upload.too_many_at_once", { max: LIMITS.attachmentsPerMessage }),
          )
          .optional(),
        status: Status.optional(),
        audience_seen: z.string().max(64).optional(),
        mentions: Mentions,
        saved_reply_id: Id.optional(),
        effects: Effects.optional(),
      })
      .refine(
        ({ status, effects }) => status === undefined || effects?.status === undefined,
        message("macro.status_twice"),
      ),
    status: 201,
    reply: Comment.extend({
      group_id: Id.optional().meta({
        description: "Names what `status` and `effects` set, for its undo: POST /tickets/undo/{group_id}",
      }),
    }),
    refusals: { ...missing, 409: "comment.closed_long_ago" },
    example: { params: { ticket_id: ids.ticket_id }, body: { comment: "Please try again now." } },
  }),
  change: endpoint({
    method: "PUT",
    path: "/tickets/{ticket_id}/comments/{comment_id}",
    policy: "comments.create",
    summary: "Edit an own comment",
    description:
      "Without `mentions` those stay whose names still stand in the text. Only who is new among them is told.",
    params: CommentParams,
    body: z.strictObject({ comment: Text, mentions: Mentions }),
    reply: Comment,
    refusals: { 404: "comment.not_found" },
    example: { params: ids, body: { comment: "Please try once more now." } },
  }),
  delete: endpoint({
    method: "DELETE",
    path: "/tickets/{ticket_id}/comments/{comment_id}",
    policy: ["comments.create", "comments.moderate"],
    summary: "Delete a comment",
    description: "The author's own, or anybody's for administrators.",
    params: CommentParams,
    refusals: { 404: "comment.not_found" },
    example: { params: ids },
  }),
  versions: endpoint({
    method: "GET",
    path: "/tickets/{ticket_id}/comments/{comment_id}/versions",
    policy: "comments.versions",
    summary: "List earlier versions of an edited comment",
    params: CommentParams,
    reply: z.object({
      versions: z.array(z.object({ comment: z.string(), written_at: Time, by: z.string().nullable() })),
    }),
    refusals: { 404: "comment.not_found" },
    example: { params: ids },
  }),
} as const;
