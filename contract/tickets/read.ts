import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { Id, Time } from "../field-schemas.ts";
import { exampleTicketParams, ticketNotFoundRefusal, TicketDetail, TicketParams } from "./ticket-schemas.ts";

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
