import { hasPermission, isExternal, type Actor } from "./actor.ts";

/** Reading what is promised to whom, and the calendars behind it. */
export function mayReadSla(actor: Actor): boolean {
  return !isExternal(actor) && hasPermission(actor, "sla.read");
}

/** Saving service levels and choosing them, applying a change to open tickets, and judging a ticket again. */
export function mayManageSla(actor: Actor): boolean {
  return !isExternal(actor) && hasPermission(actor, "sla.manage");
}
