import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { LIMITS } from "../limits.ts";
import { text } from "../fields.ts";
import { MESSAGES } from "../messages.ts";
import { exampleId, oneTicket, optionalId, Priority, Status, Ticket, TicketParams } from "./ticket.ts";

/** Absent: unchanged. Null: cleared (rule 36). */
export const TicketChange = z.strictObject({
  subject: text("Subject", LIMITS.subject, MESSAGES.subjectRequired).optional(),
  issue: text("Issue", LIMITS.issue, MESSAGES.descriptionRequired).optional(),
  status: Status.optional(),
  priority: Priority.optional(),
  assignee_id: optionalId,
  group_id: optionalId,
  client_id: optionalId,
  company_id: optionalId,
  /** The version the edit started from: fields changed meanwhile by others answer 409 with both values. */
  base_version: z.int().optional(),
});

/** PUT and PATCH are the same (rule 36). */
const change = {
  path: "/tickets/{ticket_id}",
  policy: ["tickets.edit", "tickets.assign"],
  params: TicketParams,
  body: TicketChange,
  reply: z.object({ ticket: Ticket }),
  refusals: { ...oneTicket, 409: "Someone changed this ticket meanwhile" },
} as const;

/** One ticket changed. */
export const changing = {
  change: endpoint({
    ...change,
    method: "PUT",
    summary: "Change a ticket",
    description:
      "Absent fields stay as they are, null clears. With `base_version` (or If-Match) a field that somebody else changed meanwhile answers 409 with `conflicts` and `ticket`; other fields merge.",
    example: { params: exampleId, body: { status: "pending" } },
  }),
  patch: endpoint({
    ...change,
    method: "PATCH",
    summary: "Change a ticket (the same as PUT)",
    example: { params: exampleId, body: { assignee_id: null } },
  }),
} as const;
