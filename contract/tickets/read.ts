import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { Id, Time } from "../field-schemas.ts";
import {
  exampleTicketParams,
  STAFF_FIELDS,
  ticketNotFoundRefusal,
  TicketParams,
  TicketTags,
  Ticket,
} from "./ticket-schemas.ts";
import { TicketSla } from "../sla/ticket-fields.ts";
import { Attachment } from "../uploads.ts";

const TicketLink = z.object({ id: Id, uid: z.string(), subject: z.string() });

/** A ticket as its page shows it: with its files, and whether the caller is a participant. */
const TicketDetail = Ticket.extend({
  attachments: z
    .array(Attachment)
    .meta({ description: "Files of the ticket itself; those of a comment stand in the comment" }),
  following: z.boolean().meta({ description: "Whether the caller is one of its participants" }),
  old_number: z
    .string()
    .nullable()
    .meta({ description: "Its number where it was imported from; a search finds it" }),
  tags: TicketTags,
  ...STAFF_FIELDS,
  follow_up_holds: z
    .boolean()
    .optional()
    .meta({ description: "It is on hold for its follow-up; staff alone have the field" }),
  follow_up_firm: z
    .boolean()
    .optional()
    .meta({ description: "The date stays even if the client answers; staff alone have the field" }),
  follow_up_before: Time.nullable()
    .optional()
    .meta({ description: "The last date that has passed or ended; staff alone have the field" }),
  follow_up_by_fullname: z
    .string()
    .nullable()
    .optional()
    .meta({ description: "Who set the date; staff alone have the field" }),
  sla: TicketSla,
  follow_up_of: TicketLink.nullable().meta({ description: "The closed ticket this one goes on from" }),
  merged_into: z.object({ id: Id, uid: z.string() }).nullable().meta({
    description: "The ticket that this one is part of now; its conversation is there",
  }),
  merged_from: z
    .array(z.object({ uid: z.string(), at: Time }))
    .meta({ description: "Tickets that became part of this one, the first of them first" }),
  split_from: z
    .object({ id: Id, uid: z.string(), at: Time })
    .nullable()
    .meta({ description: "The ticket of whose comments this one was made, where the caller sees it" }),
  split_into: z.array(z.object({ id: Id, uid: z.string(), at: Time, comments: z.int() })).meta({
    description: "New tickets to which comments moved that the caller sees, with how many of them",
  }),
}).meta({ id: "TicketDetail" });

/** One ticket, its history and its read mark. */
export const readEndpoints = {
  get: endpoint({
    method: "GET",
    path: "/tickets/{ticket_id}",
    policy: "tickets.read",
    summary: "Read a ticket",
    params: TicketParams,
    reply: TicketDetail,
    refusals: ticketNotFoundRefusal,
    example: { params: exampleTicketParams },
  }),
  number: endpoint({
    method: "GET",
    path: "/tickets/number/{uid}",
    policy: "tickets.read",
    summary: "Find a ticket by its number",
    description:
      "With its prefix or without, also by the number of a ticket that was merged into it, or by the one that it had where it was imported from.",
    params: z.object({ uid: z.string().max(40) }),
    reply: z.object({
      id: Id,
      uid: z.string(),
      merged_from: z
        .string()
        .nullable()
        .meta({ description: "The number that was asked for, where it was merged into this ticket" }),
    }),
    refusals: ticketNotFoundRefusal,
    example: { params: { uid: "WP-1001" } },
  }),
  history: endpoint({
    method: "GET",
    path: "/tickets/{ticket_id}/history",
    policy: "tickets.read",
    summary: "Read what happened to a ticket",
    description: "Oldest first. Clients get public events only, without network addresses.",
    params: TicketParams,
    reply: z.object({
      items: z.array(
        z.object({
          id: Id,
          kind: z.string(),
          at: Time,
          by: z.string().nullable(),
          audience: z
            .enum(["public", "internal"])
            .meta({ description: "internal: staff see it, clients never do" }),
          comment_id: Id.nullable().meta({ description: "The comment that the event is about" }),
          changes: z.array(
            z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() }),
          ),
        }),
      ),
    }),
    refusals: ticketNotFoundRefusal,
    example: { params: exampleTicketParams },
  }),
  read: endpoint({
    method: "POST",
    path: "/tickets/{ticket_id}/read",
    policy: "tickets.read",
    summary: "Mark a ticket as read",
    isIdempotent: true,
    description: "Unread is what somebody else changed since the caller last read it.",
    params: TicketParams,
    refusals: ticketNotFoundRefusal,
    example: { params: exampleTicketParams },
  }),
} as const;
