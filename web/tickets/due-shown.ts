import { readBrowserStorage, writeBrowserStorage } from "#web/lib/browser/browser-storage.ts";
import type { TicketRow } from "./data.ts";

const KEY = "due-times";
let known: boolean | undefined;

/**
 * Whether rows have due times: so it is where service levels are on, and shown to whoever looks. Until the first row is there,
 * as it was when this browser last saw one, so that no column comes after the others.
 */
export function isDueShown(row: TicketRow | undefined): boolean {
  known ??= readBrowserStorage(KEY) !== null;
  const isShown = row ? row.due_state !== undefined : known;
  if (isShown !== known) writeBrowserStorage(KEY, isShown ? "1" : null);
  known = isShown;
  return isShown;
}
