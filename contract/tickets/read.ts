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
  follow_up_of: TicketLink.nullable().meta({ description: "The closed ticket this one goes on from" }),
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
    description: "Unread is what somebody else changed since the caller last read it.",
    params: TicketParams,
    refusals: ticketNotFoundRefusal,
    example: { params: exampleTicketParams },
  }),
} as const;
