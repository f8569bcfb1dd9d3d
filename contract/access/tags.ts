import { hasPermission, isExternal, type Actor } from "./actor.ts";

/** Tags are the staff's own: clients never learn that there are any (rule 740). */
export function maySeeTags(actor: Actor): boolean {
  return !isExternal(actor) && hasPermission(actor, "comments.internal");
}

/** Tagging a ticket that one sees, with tags that are there or new; not in the trash. */
export function mayTag(actor: Actor, ticket: { deleted?: boolean } = {}): boolean {
  return maySeeTags(actor) && !ticket.deleted;
}

/** Renaming, merging and deleting tags, which changes what stands on tickets of everybody. */
export function mayManageTags(actor: Actor): boolean {
  return !isExternal(actor) && hasPermission(actor, "tags.manage");
}
