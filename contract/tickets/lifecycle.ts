import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { exampleTicketParams, ticketNotFoundRefusal, Ticket, TicketParams } from "./ticket-schemas.ts";

/** Deleting, restoring, solving and reopening a ticket. */
export const lifecycleEndpoints = {
  delete: endpoint({
    method: "DELETE",
    path: "/tickets/{ticket_id}",
    policy: "tickets.delete",
    summary: "Move a ticket to the trash",
    params: TicketParams,
    refusals: ticketNotFoundRefusal,
    example: { params: exampleTicketParams },
  }),
  restore: endpoint({
    method: "POST",
    path: "/tickets/{ticket_id}/restore",
    policy: "tickets.restore",
    summary: "Bring a ticket back from the trash",
    params: TicketParams,
    reply: z.object({ ticket: Ticket }),
    refusals: { ...ticketNotFoundRefusal, 410: "ticket.erased" },
    example: { params: exampleTicketParams },
  }),
  solve: endpoint({
    method: "POST",
    path: "/tickets/{ticket_id}/solve",
    policy: "tickets.solve",
    summary: "Mark a ticket as solved",
    params: TicketParams,
    reply: z.object({ ticket: Ticket }),
    refusals: ticketNotFoundRefusal,
    example: { params: exampleTicketParams },
  }),
  reopen: endpoint({
    method: "POST",
    path: "/tickets/{ticket_id}/reopen",
    policy: "tickets.solve",
    summary: "Reopen a closed ticket",
    params: TicketParams,
    reply: z.object({ ticket: Ticket }),
    refusals: ticketNotFoundRefusal,
    example: { params: exampleTicketParams },
  }),
} as const;
