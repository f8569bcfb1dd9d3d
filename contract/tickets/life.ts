import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { MESSAGES } from "../messages.ts";
import { exampleId, oneTicket, Ticket, TicketParams } from "./ticket.ts";

/** Ending a ticket, and bringing it back. */
export const ending = {
  delete: endpoint({
    method: "DELETE",
    path: "/tickets/{ticket_id}",
    policy: "tickets.delete",
    summary: "Move a ticket to the trash",
    params: TicketParams,
    refusals: oneTicket,
    example: { params: exampleId },
  }),
  restore: endpoint({
    method: "POST",
    path: "/tickets/{ticket_id}/restore",
    policy: "tickets.restore",
    summary: "Bring a ticket back from the trash",
    params: TicketParams,
    reply: z.object({ ticket: Ticket }),
    refusals: { ...oneTicket, 410: MESSAGES.ticketErased },
    example: { params: exampleId },
  }),
  solve: endpoint({
    method: "POST",
    path: "/tickets/{ticket_id}/solve",
    policy: "tickets.solve",
    summary: "Mark a ticket as solved",
    params: TicketParams,
    reply: z.object({ ticket: Ticket }),
    refusals: oneTicket,
    example: { params: exampleId },
  }),
  reopen: endpoint({
    method: "POST",
    path: "/tickets/{ticket_id}/reopen",
    policy: "tickets.solve",
    summary: "Reopen a closed ticket",
    params: TicketParams,
    reply: z.object({ ticket: Ticket }),
    refusals: oneTicket,
    example: { params: exampleId },
  }),
} as const;
