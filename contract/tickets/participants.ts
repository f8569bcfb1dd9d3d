import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { Id } from "../fields.ts";
import { exampleId, oneTicket, Participant, TicketParams } from "./ticket.ts";

/** Who follows a ticket. */
export const following = {
  participants: endpoint({
    method: "GET",
    path: "/tickets/{ticket_id}/participants",
    policy: "tickets.read",
    summary: "List who follows a ticket",
    description: "Clients see clients only.",
    params: TicketParams,
    reply: z.object({ participants: z.array(Participant) }),
    refusals: oneTicket,
    example: { params: exampleId },
  }),
  addParticipant: endpoint({
    method: "POST",
    path: "/tickets/{ticket_id}/participants",
    policy: "tickets.participants",
    summary: "Let somebody follow a ticket",
    description: "Whoever follows a ticket sees it. Adding somebody twice changes nothing.",
    params: TicketParams,
    body: z.strictObject({ user_id: Id }),
    status: 201,
    reply: z.object({ participants: z.array(Participant) }),
    refusals: oneTicket,
    example: { params: exampleId, body: { user_id: exampleId.ticket_id } },
  }),
  removeParticipant: endpoint({
    method: "DELETE",
    path: "/tickets/{ticket_id}/participants/{user_id}",
    policy: "tickets.read",
    summary: "Stop somebody from following a ticket",
    description: "Oneself, or anybody for staff.",
    params: TicketParams.extend({ user_id: Id }),
    refusals: oneTicket,
    example: { params: { ...exampleId, user_id: exampleId.ticket_id } },
  }),
} as const;
