import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { Id, Time } from "../field-schemas.ts";
import { exampleTicketParams, ticketNotFoundRefusal, TicketParams } from "./ticket-schemas.ts";

const Participant = z
  .object({
    user_id: Id,
    fullname: z.string(),
    user_type: z.enum(["internal", "external"]),
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
