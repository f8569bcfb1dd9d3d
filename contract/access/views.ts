import { hasPermission, isExternal, type Actor } from "./actor.ts";

/** Saved views are the staff's: clients have none (rule 750). Who may change them: change-views.ts. */
export function maySeeViews(actor: Actor): boolean {
  return !isExternal(actor) && hasPermission(actor, "comments.internal");
}
