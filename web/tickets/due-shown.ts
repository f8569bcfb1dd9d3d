import { hasDueTimes } from "#web/lib/live/service-levels.ts";
import type { TicketRow } from "./data.ts";

/** Whether rows have due times; until the first one is there, as the session says, so that no column comes after the others. */
export function isDueShown(row: TicketRow | undefined): boolean {
  return row ? row.due_state !== undefined : hasDueTimes();
}
