import { DEFAULT_STATUS, isClosed, SOLVED_STATUS } from "../statuses.ts";
import { hasPermission, isExternal, mayChangeAnything, type Actor } from "./actor.ts";
import { mayComment } from "./comments.ts";

/** The attributes that rules read of a ticket that the actor sees (an invisible one is refused with 404 before any rule). */
export type TicketAttributes = {
  company_id: string | null;
  client_id: string | null;
  status: string;
  deleted?: boolean;
};

/** The attributes that decide whether an actor sees the ticket at all. */
export type TicketVisibilityAttributes = TicketAttributes & {
  confidential?: boolean;
  /** The actor is one of its participants. */
  followed?: boolean;
  /** The company's sharing lets its people read each other's tickets. */
  shared?: boolean;
};

/** Whether an actor sees one ticket (rules 52 and 440). `server/tickets/visible-tickets.ts` is the same rule in SQL, for lists. */
export function maySeeTicket(actor: Actor, ticket: TicketVisibilityAttributes): boolean {
  if (!hasPermission(actor, "tickets.read")) return false;
  if (ticket.deleted && !mayRestoreTicket(actor)) return false;
  if (!isExternal(actor) || ticket.client_id === actor.id || ticket.followed) return true;
  const isOurs = actor.company_id !== null && ticket.company_id === actor.company_id;
  if (!isOurs || ticket.confidential) return false;
  return hasPermission(actor, "tickets.edit") || ticket.shared === true;
}

/** The fields of a ticket that people edit. */
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

/** External people of an inactive company create none (rule 137). */
export function mayCreateTicket(actor: Actor): boolean {
  return hasPermission(actor, "tickets.create") && mayChangeAnything(actor);
}

/** The Edit button and form: the privileged roles of rule 256; a client admin only for tickets of the own company. */
export function mayEditTicket(actor: Actor, ticket: TicketAttributes): boolean {
  if (!hasPermission(actor, "tickets.edit") || !mayChangeAnything(actor) || ticket.deleted) return false;
  return !isExternal(actor) || (actor.company_id !== null && ticket.company_id === actor.company_id);
}

/** One field of the edit form (rules 73 and 442); `mayMoveTicketTo` limits `status` further. */
export function mayChangeField(actor: Actor, ticket: TicketAttributes, field: TicketField): boolean {
  if (ticket.deleted) return false;
  if (field === "assignee_id" || field === "group_id") return mayAssignTicket(actor);
  if (field === "client_id" || field === "company_id") return mayChangeRequester(actor);
  return mayEditTicket(actor, ticket);
}

/** What the actor may set as priority: external people not urgent where their company has it switched off (rule 75). */
export function maySetPriority(actor: Actor, priority: string): boolean {
  return priority !== "urgent" || !isExternal(actor) || actor.urgent_allowed;
}

/** Staff set any status; an editor without that right only closes an open ticket and opens a closed one. */
export function mayMoveTicketTo(actor: Actor, ticket: TicketAttributes, status: string): boolean {
  if (!mayEditTicket(actor, ticket)) return false;
  if (maySetStatus(actor) || status === ticket.status) return true;
  return isClosed(ticket.status) ? status === DEFAULT_STATUS : status === SOLVED_STATUS;
}

/** Covers the assignee and the team (rule 443). */
export function mayAssignTicket(actor: Actor): boolean {
  return hasPermission(actor, "tickets.assign");
}

/** Covers any status from any other; `mayMoveTicketTo` says what remains without it. */
export function maySetStatus(actor: Actor): boolean {
  return hasPermission(actor, "tickets.set_status");
}

/** Requesters solve and reopen their visible tickets without the edit form (rules 73 and 74). */
export function maySolveTicket(actor: Actor, ticket: TicketAttributes): boolean {
  if (!hasPermission(actor, "tickets.solve") || !mayChangeAnything(actor) || ticket.deleted) return false;
  if (!isExternal(actor)) return true;
  return ticket.client_id === actor.id || mayEditTicket(actor, ticket);
}

/** Deleting moves the ticket to the trash; `mayRestoreTicket` covers the way back. */
export function mayDeleteTicket(actor: Actor): boolean {
  return hasPermission(actor, "tickets.delete");
}

/** The same right shows the trash. */
export function mayRestoreTicket(actor: Actor): boolean {
  return hasPermission(actor, "tickets.restore");
}

/** Covers the client and the company of a ticket, and with them its readers. */
export function mayChangeRequester(actor: Actor): boolean {
  return hasPermission(actor, "tickets.change_requester");
}

/** Every ticket of a bulk change is also checked as if it were changed alone. */
export function mayBulkChange(actor: Actor): boolean {
  return hasPermission(actor, "tickets.bulk");
}

/** The export holds the tickets that the actor sees, never more. */
export function mayExportTickets(actor: Actor): boolean {
  return hasPermission(actor, "tickets.export");
}

/** A new participant reads the whole conversation from then on. */
export function mayAddParticipant(actor: Actor, ticket: { deleted?: boolean }): boolean {
  return hasPermission(actor, "tickets.participants") && !ticket.deleted;
}

/** Somebody who may be brought onto a ticket. */
export type ColleagueAttributes = {
  user_type: "internal" | "external";
  company_id: string | null;
  deleted?: boolean;
};

/**
 * Bringing somebody onto a ticket (rule 641): staff whomever they may add; people of a company their colleagues, onto a
 * ticket of that company which is not confidential and on which they may answer.
 */
export function mayBringColleague(
  actor: Actor,
  ticket: TicketVisibilityAttributes,
  person: ColleagueAttributes,
): boolean {
  if (person.deleted) return false;
  if (mayAddParticipant(actor, ticket)) return true;
  return mayBringColleagues(actor, ticket) && isColleague(actor, person);
}

/** Whether an external user may bring any colleague at all onto a ticket. */
export function mayBringColleagues(actor: Actor, ticket: TicketVisibilityAttributes): boolean {
  const isOurs = actor.company_id !== null && ticket.company_id === actor.company_id;
  return isExternal(actor) && mayComment(actor, ticket) && isOurs && !ticket.confidential;
}

function isColleague(actor: Actor, person: ColleagueAttributes): boolean {
  return person.user_type === "external" && person.company_id === actor.company_id;
}

/** Everybody may leave a ticket; staff also remove others. */
export function mayRemoveParticipant(actor: Actor, userId: string): boolean {
  return actor.id === userId || hasPermission(actor, "tickets.participants");
}

/** Follow-up dates are the staff's own: clients never learn that there are any (rule 770). Not in the trash. */
export function mayFollowUp(actor: Actor, ticket: { deleted?: boolean } = {}): boolean {
  return !isExternal(actor) && hasPermission(actor, "comments.internal") && !ticket.deleted;
}
