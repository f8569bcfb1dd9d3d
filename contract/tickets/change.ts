import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { LIMITS } from "../limits.ts";
import { nameText, text, visibleText } from "../field-schemas.ts";
import {
  exampleTicketParams,
  ticketNotFoundRefusal,
  optionalId,
  Priority,
  Status,
  Ticket,
  TicketParams,
} from "./ticket-schemas.ts";
import { TICKET_REFUSALS } from "../refusals/tickets.ts";
import { messagesOf } from "../refusals/schema-message.ts";

const message = messagesOf(TICKET_REFUSALS);

/** What the words of a ticket have to be where they are new. */
export const NewTicketTexts = z.object({
  subject: nameText("subject", LIMITS.subject, message("ticket.subject_required")).optional(),
  issue: visibleText("issue", LIMITS.issue, message("ticket.description_required")).optional(),
});

/** Absent: unchanged. Null: cleared (rule 36). */
export const TicketChange = z.strictObject({
  subject: text("subject", LIMITS.subject, message("ticket.subject_required")).optional(),
  issue: text("issue", LIMITS.issue, message("ticket.description_required")).optional(),
  status: Status.optional(),
  priority: Priority.optional(),
  assignee_id: optionalId,
  group_id: optionalId,
  client_id: optionalId,
  company_id: optionalId,
  /** The version the edit started from: a field that others changed since is refused with 409 and both values. */
  base_version: z.int().optional(),
});

/** PUT and PATCH are the same (rule 36). */
const change = {
  path: "/tickets/{ticket_id}",
  policy: ["tickets.edit", "tickets.assign"],
  params: TicketParams,
  body: TicketChange,
  reply: z.object({ ticket: Ticket }),
  refusals: { ...ticketNotFoundRefusal, 409: "ticket.changed_meanwhile" },
} as const;

export const changeEndpoints = {
  change: endpoint({
    ...change,
    method: "PUT",
    summary: "Change a ticket",
    description:
      "Absent fields stay as they are, null clears. With `base_version` (or If-Match) a field that somebody else changed meanwhile answers 409 with `conflicts` and `ticket`; other fields merge.",
    example: { params: exampleTicketParams, body: { status: "pending" } },
  }),
  patch: endpoint({
    ...change,
    method: "PATCH",
    summary: "Change a ticket (the same as PUT)",
    example: { params: exampleTicketParams, body: { assignee_id: null } },
  }),
} as const;
