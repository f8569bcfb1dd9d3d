import { has, isExternal, mayChangeAnything, type Actor } from "./actor.ts";

/** What a rule needs to know of a ticket the actor can already see (invisible tickets answer 404 before any rule is asked). */
export type TicketFacts = {
  company_id: string | null;
  client_id: string | null;
  status: string;
  deleted?: boolean;
};

/** What decides beyond them whether somebody sees a ticket at all. */
export type TicketSight = TicketFacts & {
  confidential?: boolean;
  /** The actor follows it. */
  followed?: boolean;
  /** The company lets its people read each other's tickets. */
  shared?: boolean;
};

/** Whether somebody sees a ticket (rules 52 and 440). The server asks it of all at once, in SQL: server/tickets/scope.ts. */
export function maySeeTicket(actor: Actor, ticket: TicketSight): boolean {
  if (!has(actor, "tickets.read")) return false;
  if (ticket.deleted && !mayRestoreTicket(actor)) return false;
  if (!isExternal(actor) || ticket.client_id === actor.id || ticket.followed) return true;
  const isOurs = actor.company_id !== null && ticket.company_id === actor.company_id;
  if (!isOurs || ticket.confidential) return false;
  return has(actor, "tickets.edit") || ticket.shared === true;
}

/** The fields of a ticket that a person changes. */
export const TICKET_FIELDS = [
  "subject",
  "issue",
  "status",
  "priority",
  "assignee_id",
  "group_id",
  "client_id",
  "company_id",
] as const;
export type TicketField = (typeof TICKET_FIELDS)[number];

/** Outsiders of an inactive company raise none (rule 137). */
export function mayCreateTicket(actor: Actor): boolean {
  return has(actor, "tickets.create") && mayChangeAnything(actor);
}

/** The Edit button and form: the privileged roles of rule 256; a client admin only for tickets of the own company. */
export function mayEditTicket(actor: Actor, ticket: TicketFacts): boolean {
  if (!has(actor, "tickets.edit") || !mayChangeAnything(actor) || ticket.deleted) return false;
  return !isExternal(actor) || (actor.company_id !== null && ticket.company_id === actor.company_id);
}

/** Field by field (rules 73 and 442); for `status` see `mayMoveTicketTo` as well. */
export function mayChangeField(actor: Actor, ticket: TicketFacts, field: TicketField): boolean {
  if (ticket.deleted) return false;
  if (field === "assignee_id" || field === "group_id") return mayAssignTicket(actor);
  if (field === "client_id" || field === "company_id") return mayChangeRequester(actor);
  return mayEditTicket(actor, ticket);
}

/** Staff move a ticket anywhere; who edits without that right only closes what is not closed, and opens what is. */
export function mayMoveTicketTo(actor: Actor, ticket: TicketFacts, status: string): boolean {
  if (!mayEditTicket(actor, ticket)) return false;
  if (maySetStatus(actor) || status === ticket.status) return true;
  return ticket.status === "closed" ? status === "open" : status === "closed";
}

/** Who has a ticket, and which team (rule 443). */
export function mayAssignTicket(actor: Actor): boolean {
  return has(actor, "tickets.assign");
}

/** Any status from any other; who may not, see `mayMoveTicketTo`. */
export function maySetStatus(actor: Actor): boolean {
  return has(actor, "tickets.set_status");
}

/** Requesters solve and reopen what they see without the edit form (rules 73 and 74). */
export function maySolveTicket(actor: Actor, ticket: TicketFacts): boolean {
  if (!has(actor, "tickets.solve") || !mayChangeAnything(actor) || ticket.deleted) return false;
  if (!isExternal(actor)) return true;
  return ticket.client_id === actor.id || mayEditTicket(actor, ticket);
}

/** Into the trash, out of which `mayRestoreTicket` takes it. */
export function mayDeleteTicket(actor: Actor): boolean {
  return has(actor, "tickets.delete");
}

/** Whoever can restore sees the trash. */
export function mayRestoreTicket(actor: Actor): boolean {
  return has(actor, "tickets.restore");
}

/** Moves a ticket to another client or company, and so changes who reads it. */
export function mayChangeRequester(actor: Actor): boolean {
  return has(actor, "tickets.change_requester");
}

/** Changes many tickets at once, each as if it were changed alone. */
export function mayBulkChange(actor: Actor): boolean {
  return has(actor, "tickets.bulk");
}

/** The list as a file, of no more tickets than one may see. */
export function mayExportTickets(actor: Actor): boolean {
  return has(actor, "tickets.export");
}

/** Brings somebody into the conversation, who reads it from then on. */
export function mayAddParticipant(actor: Actor, ticket: { deleted?: boolean }): boolean {
  return has(actor, "tickets.participants") && !ticket.deleted;
}

/** Anybody leaves a ticket; staff also take others off it. */
export function mayRemoveParticipant(actor: Actor, userId: string): boolean {
  return actor.id === userId || has(actor, "tickets.participants");
}
