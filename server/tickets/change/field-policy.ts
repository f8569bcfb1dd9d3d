import type { Actor } from "#contract/access/actor.ts";
import {
  mayChangeField,
  mayMoveTicketTo,
  maySetPriority,
  TICKET_FIELDS,
  type TicketAttributes,
  type TicketField,
} from "#contract/access/tickets.ts";
import { type PlainRefusalOf, refuse, refuseField } from "#server/lib/refusal.ts";
import type { Fields } from "./save-ticket.ts";

/** Refuses 403 for the first field that the actor may not change, in words for that field (rules 73, 75 and 442). */
export function refuseForbiddenFields(actor: Actor, ticket: TicketAttributes, fields: Fields): void {
  if (ticket.deleted) throw refuse(403, "ticket.in_trash");
  const forbidden = TICKET_FIELDS.find(
    (field) => fields[field] !== undefined && !mayChangeField(actor, ticket, field),
  );
  if (forbidden) throw refuse(403, REFUSAL_BY_FIELD[forbidden] ?? "auth.not_allowed");
  if (fields.status !== undefined && !mayMoveTicketTo(actor, ticket, fields.status))
    throw refuse(403, "ticket.close_or_reopen_only");
  if (fields.priority !== undefined && !maySetPriority(actor, fields.priority))
    throw refuseField(403, "priority", "ticket.urgent_switched_off");
}

const REFUSAL_BY_FIELD: Partial<Record<TicketField, PlainRefusalOf<403>>> = {
  assignee_id: "ticket.assign_staff_only",
  group_id: "ticket.assign_staff_only",
  client_id: "ticket.move_staff_only",
  company_id: "ticket.move_staff_only",
};
