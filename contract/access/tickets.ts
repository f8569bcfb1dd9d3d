import { has, isExternal, mayChangeAnything, type Actor } from "./actor.ts";

/** What a rule needs to know of a ticket the actor can already see (invisible tickets answer 404 before any rule is asked). */
export type TicketFacts = {
  company_id: string | null;
  client_id: string | null;
  status: string;
  deleted?: boolean;
};

export function mayCreateTicket(actor: Actor): boolean {
  return has(actor, "tickets.create") && mayChangeAnything(actor);
}

/** The Edit button and form: the privileged roles of SPEC 6; a client admin only for tickets of the own company. */
export function mayEditTicket(actor: Actor, ticket: TicketFacts): boolean {
  if (!has(actor, "tickets.edit") || !mayChangeAnything(actor) || ticket.deleted) return false;
  return !isExternal(actor) || (actor.company_id !== null && ticket.company_id === actor.company_id);
}

export function mayAssignTicket(actor: Actor): boolean {
  return has(actor, "tickets.assign");
}

export function maySetStatus(actor: Actor): boolean {
  return has(actor, "tickets.set_status");
}

/** Requesters solve and reopen what they see without the edit form (decision list 73 and 74). */
export function maySolveTicket(actor: Actor, ticket: TicketFacts): boolean {
  if (!has(actor, "tickets.solve") || !mayChangeAnything(actor) || ticket.deleted) return false;
  if (!isExternal(actor)) return true;
  return ticket.client_id === actor.id || mayEditTicket(actor, ticket);
}

export function mayDeleteTicket(actor: Actor): boolean {
  return has(actor, "tickets.delete");
}

export function mayRestoreTicket(actor: Actor): boolean {
  return has(actor, "tickets.restore");
}

export function mayChangeRequester(actor: Actor): boolean {
  return has(actor, "tickets.change_requester");
}

export function mayBulkChange(actor: Actor): boolean {
  return has(actor, "tickets.bulk");
}
