import { z } from "zod";
import { Comment, comments } from "../comments.ts";
import { endpoint } from "../endpoint.ts";
import { Id, Time } from "../field-schemas.ts";
import { LIMITS } from "../limits.ts";
import { Effects } from "../macros/effects.ts";
import { SENDING_REFUSALS } from "../refusals/sending.ts";
import { messagesOf } from "../refusals/schema-message.ts";
import { Attachment } from "../uploads.ts";
import { STOP_REASONS } from "./stop-reasons.ts";

const message = messagesOf(SENDING_REFUSALS);

/** Why an answer was not sent. */
export const Stopped = z.object({
  reason: z.enum(STOP_REASONS),
  refusal: z
    .object({ code: z.string(), detail: z.string(), params: z.unknown().optional() })
    .nullable()
    .meta({ description: "With the reason `refused`: what the same comment would be answered now" }),
});

export const ScheduledComment = z
  .object({
    id: Id.meta({ description: "The comment's, once it has gone out" }),
    ticket_id: Id,
    comment: z.string(),
    visibility: z.enum(["public", "internal"]),
    mentions: z.array(z.object({ user_id: Id, name: z.string() })),
    attachments: z.array(Attachment).meta({ description: "Its author's alone until it goes out" }),
    status: z.string().nullable().meta({ description: "What it sets the ticket to when it goes out" }),
    effects: Effects.nullable().meta({ description: "What else is set with it" }),
    saved_reply_id: Id.nullable(),
    author_id: Id,
    author_fullname: z.string(),
    send_at: Time,
    waits_ms: z.int().meta({ description: "Milliseconds until then, by the server's clock" }),
    is_held: z
      .boolean()
      .meta({ description: "Waits a moment for second thoughts: nobody but its author sees it" }),
    stop_if_answered: z.boolean(),
    state: z.enum(["waiting", "stopped"]),
    reason: Stopped.shape.reason.nullable().meta({ description: "Why it was stopped" }),
    refusal: Stopped.shape.refusal,
    group_id: Id.meta({ description: "The same for all that was sent at once, and is taken back as one" }),
    reporters: z
      .array(Id)
      .nullable()
      .meta({ description: "The tickets to which an answer to all reporters goes; null for any other" }),
    created_at: Time,
  })
  .meta({ id: "ScheduledComment" });

const seconds = message("sending.time_out_of_range");
const HoldSeconds = z.int(seconds).min(1, seconds).max(LIMITS.holdSeconds, seconds);
const TicketParams = z.object({ ticket_id: Id });
const Params = TicketParams.extend({ scheduled_id: Id });
const missing = { 404: "sending.not_found" } as const;
const gone = { ...missing, 409: "sending.gone_out" } as const;
const ids = {
  ticket_id: "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f",
  scheduled_id: "0b9f6a0e-5f0d-4a36-9c0c-7e1d2b3c4d5e",
};
const {
  comment: Text,
  mentions: Mentions,
  attachment_ids: Files,
  status: Status,
} = comments.create.body.shape;

/** Answers of the staff that go out later, and can be taken back until then. */
export const scheduled = {
  list: endpoint({
    method: "GET",
    path: "/tickets/{ticket_id}/scheduled",
    policy: "comments.internal",
    summary: "List the answers that wait on a ticket",
    description:
      "One's own, also those that were stopped, and of colleagues those that go out later. In the order in which they go.",
    params: TicketParams,
    reply: z.object({ scheduled: z.array(ScheduledComment) }),
    refusals: { 404: "ticket.not_found" },
    example: { params: { ticket_id: ids.ticket_id } },
  }),
  create: endpoint({
    method: "POST",
    path: "/tickets/{ticket_id}/scheduled",
    policy: "comments.internal",
    summary: "Send an answer later",
    description: `Takes what POST /tickets/{ticket_id}/comments takes, refuses what it refuses, and either \`send_at\`, 1 minute to ${LIMITS.sendLaterDays} days from now, or \`hold_seconds\`, for second thoughts. When its time has come everything is asked anew as its author; what does not hold any more stops it, and its author's Inbox says so. With \`stop_if_answered\` (unless set: on for \`send_at\`, off for \`hold_seconds\`) a client's public answer stops it as well. At most ${LIMITS.waitingAnswers} of a person wait.`,
    params: TicketParams,
    body: comments.create.body.safeExtend({
      send_at: Time.optional(),
      hold_seconds: HoldSeconds.optional(),
      stop_if_answered: z.boolean().optional(),
    }),
    status: 201,
    reply: ScheduledComment,
    refusals: { 404: "ticket.not_found", 409: "sending.too_many" },
    example: {
      params: { ticket_id: ids.ticket_id },
      body: { comment: "The change window is tonight at eight.", send_at: "2026-11-21T07:00:00.000Z" },
    },
  }),
  change: endpoint({
    method: "PATCH",
    path: "/tickets/{ticket_id}/scheduled/{scheduled_id}",
    policy: "comments.internal",
    summary: "Change an own answer that waits",
    description: "A stopped one waits again with a new `send_at`, for the readers of this moment.",
    params: Params,
    body: z.strictObject({
      comment: Text.optional(),
      mentions: Mentions,
      attachment_ids: Files,
      status: Status.nullable(),
      send_at: Time.optional(),
      stop_if_answered: z.boolean().optional(),
    }),
    reply: ScheduledComment,
    refusals: { ...gone, 403: "sending.author_only" },
    example: { params: ids, body: { send_at: "2026-11-21T08:00:00.000Z" } },
  }),
  delete: endpoint({
    method: "DELETE",
    path: "/tickets/{ticket_id}/scheduled/{scheduled_id}",
    policy: ["comments.internal", "comments.moderate"],
    summary: "Take back an answer that waits",
    description:
      "One's own, or as an administrator another's that goes out later. Answers what was written; its files are drafts again. Asked once more it answers the same.",
    params: Params,
    reply: ScheduledComment,
    refusals: { ...gone, 403: "sending.author_only" },
    example: { params: ids },
  }),
  sendNow: endpoint({
    method: "POST",
    path: "/tickets/{ticket_id}/scheduled/{scheduled_id}/send-now",
    policy: "comments.internal",
    summary: "Send an own answer that waits, or was stopped, at once",
    params: Params,
    reply: Comment,
    refusals: { ...gone, 403: "sending.author_only" },
    example: { params: ids },
  }),
  deleteGroup: endpoint({
    method: "DELETE",
    path: "/scheduled/groups/{group_id}",
    policy: "comments.internal",
    summary: "Take back all answers that were sent at once",
    description: "All of them or none: 409 where one has gone out.",
    params: z.object({ group_id: Id }),
    reply: z.object({ scheduled: z.array(ScheduledComment) }),
    refusals: gone,
    example: { params: { group_id: ids.scheduled_id } },
  }),
} as const;
