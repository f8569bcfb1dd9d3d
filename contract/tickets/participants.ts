import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { Id, SearchText, Time } from "../field-schemas.ts";
import { LIMITS } from "../limits.ts";
import { exampleTicketParams, ticketNotFoundRefusal, TicketParams } from "./ticket-schemas.ts";

const Participant = z
  .object({
    user_id: Id,
    fullname: z.string(),
    user_type: z.enum(["internal", "external"]),
    role: z
      .enum(["requester", "cc", "approver", "watcher"])
      .meta({ description: "cc: brought by a mail's Cc" }),
    added_at: Time,
  })
  .meta({ id: "Participant" });

export const participantEndpoints = {
  participants: endpoint({
    method: "GET",
    path: "/tickets/{ticket_id}/participants",
    policy: "tickets.read",
    summary: "List who follows a ticket",
    description: "Clients see clients only.",
    params: TicketParams,
    reply: z.object({ participants: z.array(Participant) }),
    refusals: ticketNotFoundRefusal,
    example: { params: exampleTicketParams },
  }),
  colleagues: endpoint({
    method: "GET",
    path: "/tickets/{ticket_id}/colleagues",
    policy: ["tickets.participants", "comments.create"],
    summary: "List whom one may bring onto a ticket",
    description: `Names of the people of the ticket's company who are not on it, at most ${LIMITS.colleaguesShown}.`,
    params: TicketParams,
    query: z.strictObject({ search: SearchText }),
    reply: z.object({ colleagues: z.array(z.object({ user_id: Id, fullname: z.string() })) }),
    refusals: ticketNotFoundRefusal,
    example: { params: exampleTicketParams, query: { search: "nair" } },
  }),
  addParticipant: endpoint({
    method: "POST",
    path: "/tickets/{ticket_id}/participants",
    policy: ["tickets.participants", "comments.create"],
    summary: "Let somebody follow a ticket",
    description:
      "Whoever follows a ticket sees it. Clients bring colleagues onto tickets of their company that are not confidential. Adding somebody twice changes nothing.",
    params: TicketParams,
    body: z.strictObject({ user_id: Id }),
    status: 201,
    reply: z.object({ participants: z.array(Participant) }),
    refusals: ticketNotFoundRefusal,
    example: { params: exampleTicketParams, body: { user_id: exampleTicketParams.ticket_id } },
  }),
  removeParticipant: endpoint({
    method: "DELETE",
    path: "/tickets/{ticket_id}/participants/{user_id}",
    policy: "tickets.read",
    summary: "Stop somebody from following a ticket",
    description: "Oneself, or anybody for staff.",
    params: TicketParams.extend({ user_id: Id }),
    refusals: ticketNotFoundRefusal,
    example: { params: { ...exampleTicketParams, user_id: exampleTicketParams.ticket_id } },
  }),
} as const;
