import { hasPermission, isExternal, type Actor } from "./actor.ts";

/** Links are the staff's own: clients never learn that a ticket has any (rule 786). */
export function maySeeLinks(actor: Actor): boolean {
  return !isExternal(actor) && hasPermission(actor, "comments.internal");
}

/** Linking a ticket that one sees, and taking its links away; not in the trash. */
export function mayLink(actor: Actor, ticket: { deleted?: boolean } = {}): boolean {
  return maySeeLinks(actor) && !ticket.deleted;
}

/** Merging tickets, splitting them and taking either back (rule 830); not in the trash. */
export function mayMerge(actor: Actor, ticket: { deleted?: boolean } = {}): boolean {
  return !isExternal(actor) && hasPermission(actor, "tickets.merge") && !ticket.deleted;
}
