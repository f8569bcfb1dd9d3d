import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Id, nameText, Time, visibleText } from "./field-schemas.ts";
import { LIMITS } from "./limits.ts";
import { MERGE_LIMITS } from "./merges/limits.ts";
import { MERGE_REFUSALS } from "./refusals/merges.ts";
import { messagesOf } from "./refusals/schema-message.ts";
import { TICKET_REFUSALS } from "./refusals/tickets.ts";
import { TicketRow } from "./tickets/list.ts";
import {
  exampleTicketParams,
  Ticket,
  ticketNotFoundRefusal,
  TicketParams,
} from "./tickets/ticket-schemas.ts";

const message = messagesOf({ ...MERGE_REFUSALS, ...TICKET_REFUSALS });

const Named = z.object({ id: Id, uid: z.string(), subject: z.string() });
const Moves = z.object({ comments: z.int(), notes: z.int(), files: z.int(), checklist: z.int() });
const GroupId = Id.meta({ description: "One action of a person, however many tickets it joined" });

const MergedTicket = Named.extend({
  status: z.string(),
  priority: z.string(),
  client_fullname: z.string().nullable(),
  company_name: z.string().nullable(),
  created: Time,
  moves: Moves,
  has_draft: z.boolean().meta({ description: "The caller has begun to write on it" }),
});

/** Somebody from outside, and what they come to read that they do not see now. */
const NewReader = z.object({
  user_id: Id,
  fullname: z.string(),
  company_name: z.string().nullable(),
  reads: z.array(z.object({ uid: z.string(), comments: z.int() })).meta({
    description: "The tickets whose conversation is new to them, with the answers in it",
  }),
});

export const MergePreview = z
  .object({
    tickets: z.array(MergedTicket).meta({ description: "The one that stays first" }),
    settles: z.array(
      z.object({
        field: z.enum([
          "status",
          "priority",
          "assignee_id",
          "group_id",
          "follow_up_at",
          "tags",
          "participants",
        ]),
        to: z.array(z.string()).meta({ description: "Names, codes or a time, as the field has them" }),
      }),
    ),
    newly_reads: z.array(NewReader),
    digest: z.string().meta({ description: "Stands for these new readers in `audience_seen`" }),
    moves: Moves,
    waiting: z.object({ goes_out: z.int(), stops: z.int() }).meta({
      description:
        "Answers that wait, of those that the caller sees: such as go out on the ticket that stays, and such as are stopped, since others would read them there",
    }),
    refusals: z.array(
      Named.extend({
        code: z.string(),
        params: z.record(z.string(), z.unknown()).optional(),
        why: z.string(),
      }),
    ),
  })
  .meta({ id: "MergePreview" });
export type MergePreview = z.infer<typeof MergePreview>;

const Ids = z.strictObject({
  ids: z
    .array(Id)
    .min(1, message("ticket.bulk_none"))
    .max(MERGE_LIMITS.tickets, message("merge.too_many", { max: MERGE_LIMITS.tickets })),
});

const CommentIds = z
  .array(Id)
  .min(1, message("merge.no_comments"))
  .max(MERGE_LIMITS.comments, message("merge.too_many_comments", { max: MERGE_LIMITS.comments }));

const NewSubject = nameText("subject", LIMITS.subject, message("ticket.subject_required"));
const exampleIds = { ids: ["0b8f6c1e-4d3a-4f7e-9a55-2f1d7c6b8e90"] };
const exampleComments = { comment_ids: ["0b9f6a0e-5f0d-4a36-9c0c-7e1d2b3c4d5e"] };

export const Merge = z
  .object({
    id: Id,
    kind: z.enum(["merge", "split"]),
    from: Named.meta({ description: "The merged ticket, or the one that the new one was split from" }),
    to: Named.meta({ description: "The ticket that stays, or the new one" }),
    at: Time,
    by_fullname: z.string().nullable(),
    moves: Moves,
    people: z.array(z.string()).meta({ description: "Those who came onto the ticket with the merge" }),
    has_draft: z.boolean().meta({
      description: "The caller has begun to write on the merged ticket: GET /tickets/{ticket_id}/draft",
    }),
    blocked: z
      .object({ code: z.string(), params: z.record(z.string(), z.unknown()).optional(), why: z.string() })
      .nullable()
      .meta({ description: "Why it cannot be undone now" }),
    since: z
      .array(
        z.object({
          id: Id,
          author_fullname: z.string().nullable(),
          text: z.string(),
          visibility: z.enum(["public", "internal"]),
          created_at: Time,
          is_theirs: z
            .boolean()
            .meta({ description: "By people of the merged ticket, or mailed to its number" }),
        }),
      )
      .meta({ description: "Written on the ticket since, which an undo can take along" }),
  })
  .meta({ id: "Merge" });

export const merges = {
  preview: endpoint({
    method: "POST",
    path: "/tickets/{ticket_id}/merge/preview",
    policy: "tickets.merge",
    summary: "Say what a merge would do",
    description: "Nothing is changed. `refusals` are those that cannot be merged, with the reason.",
    params: TicketParams,
    body: Ids,
    status: 200,
    reply: MergePreview,
    refusals: { ...ticketNotFoundRefusal, 409: "ticket.merged" },
    example: { params: exampleTicketParams, body: exampleIds },
  }),
  merge: endpoint({
    method: "POST",
    path: "/tickets/{ticket_id}/merge",
    policy: "tickets.merge",
    summary: "Merge tickets into one that stays",
    description:
      "Comments, notes, files and checklists move to the ticket of the path; the description of each merged ticket becomes a comment of its requester. Their numbers lead to the one that stays. All of them are asked first: where one cannot be merged, none is. With `audience_seen`, the digest of the preview, a merge by which others would newly read something is refused with 409.",
    params: TicketParams,
    body: Ids.extend({ audience_seen: z.string().max(64).optional() }),
    status: 200,
    reply: z.object({
      ticket: Ticket,
      merges: z.array(z.object({ id: Id, ticket_id: Id })),
      group_id: GroupId,
    }),
    refusals: { ...ticketNotFoundRefusal, 409: "merge.other_company" },
    example: { params: exampleTicketParams, body: exampleIds },
  }),
  undo: endpoint({
    method: "POST",
    path: "/tickets/merges/undo",
    policy: "tickets.merge",
    summary: "Undo merges and splits",
    description:
      "At any time. What moved goes back, and what the merge settled unless somebody changed it since. Comments written since stay, but for those in `comment_ids`, which go along with the one merge that is undone.",
    body: z.strictObject({
      merge_ids: z
        .array(Id)
        .min(1, message("ticket.undo_nothing"))
        .max(MERGE_LIMITS.tickets, message("merge.too_many", { max: MERGE_LIMITS.tickets })),
      comment_ids: z
        .array(Id)
        .max(MERGE_LIMITS.comments, message("merge.too_many_comments", { max: MERGE_LIMITS.comments }))
        .default([]),
    }),
    status: 200,
    reply: z.object({ tickets: z.array(TicketRow) }),
    refusals: { 404: "ticket.undo_nothing", 409: "merge.onward" },
    example: { body: { merge_ids: exampleIds.ids } },
  }),
  list: endpoint({
    method: "GET",
    path: "/tickets/{ticket_id}/merges",
    policy: "comments.internal",
    summary: "List what was merged into a ticket or split from it",
    description: "The oldest first, without what was undone.",
    params: TicketParams,
    reply: z.object({ items: z.array(Merge) }),
    refusals: ticketNotFoundRefusal,
    example: { params: exampleTicketParams },
  }),
  splitPreview: endpoint({
    method: "POST",
    path: "/tickets/{ticket_id}/split/preview",
    policy: "tickets.merge",
    summary: "Say what a split would do",
    description: "Nothing is changed. Who takes part in the ticket does not come along.",
    params: TicketParams,
    body: z.strictObject({ comment_ids: CommentIds, client_id: Id.optional() }),
    status: 200,
    reply: z.object({
      subject: z.string(),
      issue: z.string().nullable().meta({
        description: "The text of the first public comment; null where there are notes alone",
      }),
      client_id: Id.nullable(),
      client_fullname: z.string().nullable(),
      company_name: z.string().nullable(),
      moves: Moves,
      readers: z.array(z.object({ user_id: Id, fullname: z.string() })),
    }),
    refusals: ticketNotFoundRefusal,
    example: { params: exampleTicketParams, body: exampleComments },
  }),
  split: endpoint({
    method: "POST",
    path: "/tickets/{ticket_id}/split",
    policy: "tickets.merge",
    summary: "Make a new ticket of some comments",
    description:
      "They move with their files. Without `issue` the first public one is the description of the new ticket; without `client_id` its author is the requester, else that of this ticket.",
    params: TicketParams,
    body: z.strictObject({
      comment_ids: CommentIds,
      subject: NewSubject,
      issue: visibleText("issue", LIMITS.issue, message("ticket.description_required")).optional(),
      client_id: Id.optional(),
    }),
    status: 201,
    reply: z.object({ ticket: Ticket, merge_id: Id, group_id: GroupId }),
    refusals: { ...ticketNotFoundRefusal, 409: "ticket.merged" },
    example: {
      params: exampleTicketParams,
      body: { ...exampleComments, subject: "Printer on the second floor" },
    },
  }),
} as const;
