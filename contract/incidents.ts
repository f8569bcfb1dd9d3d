import { z } from "zod";
import { CommentAudience, comments } from "./comments.ts";
import { scheduled, ScheduledComment } from "./comments/scheduled.ts";
import { endpoint } from "./endpoint.ts";
import { Id, oneOf } from "./field-schemas.ts";
import { LEFT_OUT_REASONS } from "./incidents/left-out.ts";
import { LANGUAGE_CODES } from "./languages.ts";
import { LIMITS } from "./limits.ts";
import { INCIDENT_REFUSALS } from "./refusals/incidents.ts";
import { messagesOf } from "./refusals/schema-message.ts";
import { MissingPlace } from "./replies/fill-in.ts";
import { NewTicket } from "./tickets/create.ts";
import { TicketRow } from "./tickets/list.ts";
import {
  exampleTicketParams,
  Ticket,
  ticketNotFoundRefusal,
  TicketParams,
} from "./tickets/ticket-schemas.ts";

const message = messagesOf(INCIDENT_REFUSALS);

/** Ids of tickets of one incident, each once. */
const ReporterIds = z
  .array(Id)
  .max(LIMITS.incidentTickets, message("incident.full", { max: LIMITS.incidentTickets }))
  .transform((ids) => [...new Set(ids)]);
const SomeIds = ReporterIds.refine((ids) => ids.length > 0, message("incident.nobody_left"));

const named = {
  id: Id,
  uid: z.string().meta({ example: "WP-1001" }),
  subject: z.string(),
  status: z.string(),
  company_id: Id.nullable(),
  company_name: z.string().nullable(),
  client_fullname: z.string().nullable(),
};

export const Reporter = z
  .object({
    ...named,
    link_id: Id.meta({ description: "Takes it out: DELETE /tickets/{ticket_id}/links/{link_id}" }),
    news: z.int().meta({ description: "Answers of its clients since the desk last answered there" }),
    checklist: z
      .object({ done: z.int(), items: z.int() })
      .nullable()
      .meta({ description: "Items of its checklist, and how many are ticked" }),
  })
  .meta({ id: "Reporter" });

const LeftOut = z
  .object({
    id: Id,
    uid: z.string().nullable().meta({ description: "Null for a ticket that is not there any more" }),
    why: oneOf("why", LEFT_OUT_REASONS),
  })
  .meta({ id: "LeftOut" });

const ReporterPreview = z
  .object({
    ...named,
    text: z.string().nullable().meta({ description: "As its reporter would read it; null without a text" }),
    language: z.enum(LANGUAGE_CODES).nullable(),
    missing: z.array(MissingPlace),
    readers: CommentAudience.shape.readers,
    digest: z.string().meta({ description: "Names these readers: send it in `seen`" }),
    why: oneOf("why", LEFT_OUT_REASONS).nullable().meta({ description: "Why it is not ticked by itself" }),
    can_take: z.boolean().meta({ description: "Whether it can be ticked by hand" }),
  })
  .meta({ id: "ReporterPreview" });

const { comment: Text, attachment_ids: Files, status: Status } = comments.create.body.shape;
const words = { comment: Text.optional(), saved_reply_id: Id.optional() };
const GroupId = Id.meta({ description: "Names the action for one undo: POST /links/undo/{group_id}" });
const id = "0b8f6c1e-4d3a-4f7e-9a55-2f1d7c6b8e90";
const params = exampleTicketParams;

/** Incidents: one ticket for what several reporters wrote about. */
export const incidents = {
  list: endpoint({
    method: "GET",
    path: "/tickets/{ticket_id}/reporters",
    policy: "comments.internal",
    summary: "List the tickets of an incident",
    description:
      "Those that are open first, each company's together; tickets in the trash are left out. In the place of a ticket that was merged stands the one that it is part of now.",
    params: TicketParams,
    reply: z.object({ reporters: z.array(Reporter) }),
    refusals: ticketNotFoundRefusal,
    example: { params },
  }),
  add: endpoint({
    method: "POST",
    path: "/tickets/{ticket_id}/reporters",
    policy: "tickets.merge",
    summary: "Add tickets to an incident",
    description: `All of them or none. Tickets may be of any company, belong to one incident, and have none of their own; at most ${LIMITS.incidentTickets}. No client learns of it. Adding one twice changes nothing.`,
    params: TicketParams,
    body: z.strictObject({ ticket_ids: SomeIds }),
    reply: z.object({ reporters: z.array(Reporter), group_id: GroupId }),
    refusals: { ...ticketNotFoundRefusal, 409: "incident.belongs_already" },
    example: { params, body: { ticket_ids: [id] } },
  }),
  create: endpoint({
    method: "POST",
    path: "/incidents",
    policy: "tickets.merge",
    summary: "Make an incident of tickets",
    description:
      "A new ticket without client and company, to which the others belong. Undoing it takes them out; the ticket stays.",
    body: z.strictObject({
      subject: NewTicket.shape.subject,
      issue: NewTicket.shape.issue,
      priority: NewTicket.shape.priority,
      ticket_ids: SomeIds,
    }),
    status: 201,
    reply: z.object({ ticket: Ticket, reporters: z.array(Reporter), group_id: GroupId }),
    refusals: { 409: "incident.belongs_already" },
    example: { body: { subject: "Carrier line is down", issue: "Fault 88-20417.", ticket_ids: [id] } },
  }),
  preview: endpoint({
    method: "POST",
    path: "/tickets/{ticket_id}/answer-all/preview",
    policy: "comments.internal",
    summary: "Show an answer to all reporters",
    description:
      "Every ticket of the incident with its own text, its readers by mail and what is missing. Nothing is written.",
    params: TicketParams,
    body: z.strictObject(words),
    reply: z.object({
      tickets: z.array(ReporterPreview),
      languages: z.array(z.enum(LANGUAGE_CODES)).meta({ description: "Of the texts, each once" }),
    }),
    refusals: ticketNotFoundRefusal,
    example: { params, body: { comment: "Hello {{client.first_name|there}}, the line is back." } },
  }),
  answerAll: endpoint({
    method: "POST",
    path: "/tickets/{ticket_id}/answer-all",
    policy: "comments.internal",
    summary: "Answer all reporters of an incident",
    description:
      "A text whose places are filled in per ticket, or a saved reply in each client's language. Every ticket gets an answer of its own, with files of its own; the incident keeps an internal note with the words and whom they reached. Tickets that changed since they were chosen (closed and not among `closed_ids`, merged, taken out, in the trash, without a client, with other readers than in `seen`) are left out and named. With `hold_seconds` all of it waits and is taken back as one: DELETE /scheduled/groups/{group_id}. A status is taken back by POST /tickets/undo/{group_id}.",
    params: TicketParams,
    body: z.strictObject({
      ...words,
      child_ids: SomeIds,
      closed_ids: ReporterIds.optional().meta({
        description: "Those of them that were closed when they were chosen",
      }),
      seen: z
        .record(z.string(), z.string().max(64))
        .optional()
        .meta({ description: "The digest of each ticket's readers, by its id, as the preview showed it" }),
      attachment_ids: Files,
      status: Status,
      hold_seconds: scheduled.create.body.shape.hold_seconds,
    }),
    reply: z.object({
      group_id: Id,
      reached: z.array(z.object({ id: Id, uid: z.string(), comment_id: Id.nullable() })),
      left_out: z.array(LeftOut),
      scheduled: ScheduledComment.nullable().meta({
        description: "What waits on the incident; null once sent",
      }),
    }),
    refusals: { ...ticketNotFoundRefusal, 409: "incident.nobody_left" },
    example: { params, body: { comment: "The line is back since 11:52.", child_ids: [id] } },
  }),
  close: endpoint({
    method: "POST",
    path: "/incidents/{ticket_id}/close",
    policy: "tickets.set_status",
    summary: "Close an incident with its tickets",
    description:
      "The incident and these of its tickets as one action, which POST /tickets/undo/{group_id} takes back. A comment is answered on each of them as by answer-all. Tickets that changed since are left out and named.",
    params: TicketParams,
    body: z.strictObject({ child_ids: ReporterIds, comment: Text.optional() }),
    reply: z.object({ tickets: z.array(TicketRow), group_id: Id, left_out: z.array(LeftOut) }),
    refusals: ticketNotFoundRefusal,
    example: { params, body: { child_ids: [id] } },
  }),
} as const;
