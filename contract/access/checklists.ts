import { hasPermission, isExternal, type Actor } from "./actor.ts";

/** Checklists are the staff's own: clients never learn that there are any (rule 780). */
export function maySeeChecklists(actor: Actor): boolean {
  return !isExternal(actor) && hasPermission(actor, "comments.internal");
}

/** Adding, ticking, moving and deleting items of a ticket that one sees; not in the trash. */
export function mayChangeChecklist(actor: Actor, ticket: { deleted?: boolean } = {}): boolean {
  return maySeeChecklists(actor) && !ticket.deleted;
}
