import { hasPermission, isExternal, type Actor } from "./actor.ts";

/** The Inbox is the staff's: clients have mail, unread tickets and their dashboard (rule 764). */
export function mayHaveInbox(actor: Actor): boolean {
  return !isExternal(actor) && hasPermission(actor, "comments.internal");
}
