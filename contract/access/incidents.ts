import { hasPermission, isExternal, type Actor } from "./actor.ts";

/** Incidents are the staff's own: clients never learn that their ticket belongs to one (rule 850). */
export function maySeeIncidents(actor: Actor): boolean {
  return !isExternal(actor) && hasPermission(actor, "comments.internal");
}

/** Making a ticket one of an incident's, and taking it out again; not in the trash. */
export function mayRunIncidents(actor: Actor, ticket: { deleted?: boolean } = {}): boolean {
  return maySeeIncidents(actor) && hasPermission(actor, "tickets.merge") && !ticket.deleted;
}
