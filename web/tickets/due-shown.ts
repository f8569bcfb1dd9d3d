import { hasDueTimes, rememberDueTimes } from "#web/lib/live/service-levels.ts";
import type { TicketRow } from "./data.ts";

/**
 * Whether rows have due times: so it is where service levels are on, and shown to whoever looks. Until the first row is there,
 * as it was before, so that no column comes after the others.
 */
export function isDueShown(row: TicketRow | undefined): boolean {
  if (row) rememberDueTimes(row.due_state !== undefined);
  return hasDueTimes();
}
