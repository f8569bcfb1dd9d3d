import { hasPermission, isExternal, type Actor } from "./actor.ts";

/** Calendars, targets and what is agreed with whom are the staff's to read; clients read the receipt of their tickets. */
export function maySeeServiceLevels(actor: Actor): boolean {
  return !isExternal(actor) && hasPermission(actor, "sla.read");
}

/** Setting calendars, targets and what is agreed, and judging a ticket again. */
export function mayManageServiceLevels(actor: Actor): boolean {
  return !isExternal(actor) && hasPermission(actor, "sla.manage");
}
