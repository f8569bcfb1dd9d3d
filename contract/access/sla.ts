import { hasPermission, isExternal, type Actor } from "./actor.ts";

/** Reading what is promised to whom, and the calendars behind it (rule 877). */
export function mayReadSla(actor: Actor): boolean {
  return !isExternal(actor) && hasPermission(actor, "sla.read");
}

/** Saving service levels and choosing them, applying a change to open tickets, and judging a ticket again. */
export function mayManageSla(actor: Actor): boolean {
  return !isExternal(actor) && hasPermission(actor, "sla.manage");
}

/** The due time and the receipt of a ticket that one sees: people of a company while it is shown to them (rule 925). */
export function maySeeReceipt(actor: Actor, shown: { shown_to_clients: boolean }): boolean {
  if (!isExternal(actor)) return hasPermission(actor, "sla.read");
  return hasPermission(actor, "sla.read_own") && shown.shown_to_clients;
}

/** The figures of the whole desk, and the tickets behind them. */
export function mayReadReports(actor: Actor): boolean {
  return !isExternal(actor) && hasPermission(actor, "reports.read");
}

/** The figures of one's own company: who looks after it, while service levels are shown there. */
export function mayReadOwnReport(actor: Actor, shown: { shown_to_clients: boolean }): boolean {
  return isExternal(actor) && hasPermission(actor, "tickets.edit") && maySeeReceipt(actor, shown);
}
