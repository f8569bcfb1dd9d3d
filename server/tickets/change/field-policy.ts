import type { Actor } from "#contract/access/actor.ts";
import {
  mayChangeField,
  mayMoveTicketTo,
  TICKET_FIELDS,
  type TicketAttributes,
  type TicketField,
} from "#contract/access/tickets.ts";
import { MESSAGES } from "#contract/messages.ts";
import { refuse } from "#server/lib/refusal.ts";
import { STAFF_ASSIGN } from "../create/requester.ts";
import type { Fields } from "./save.ts";

/** Refuses 403 for the first field that the actor may not change, in words for that field (rules 73 and 442). */
export function refuseForbiddenFields(actor: Actor, ticket: TicketAttributes, fields: Fields): void {
  if (ticket.deleted) throw refuse(403, "This ticket is in the trash: restore it first");
  const forbidden = TICKET_FIELDS.find(
    (field) => fields[field] !== undefined && !mayChangeField(actor, ticket, field),
  );
  if (forbidden) throw refuse(403, REFUSALS[forbidden] ?? MESSAGES.notAllowed);
  if (fields.status !== undefined && !mayMoveTicketTo(actor, ticket, fields.status))
    throw refuse(403, "You can close this ticket or open it again, but set no other status");
}

const REFUSALS: Partial<Record<TicketField, string>> = {
  assignee_id: STAFF_ASSIGN,
  group_id: STAFF_ASSIGN,
  client_id: "Only staff can move a ticket to another client or company",
  company_id: "Only staff can move a ticket to another client or company",
};
