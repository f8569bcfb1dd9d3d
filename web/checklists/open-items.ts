import { CHECKLIST_MESSAGES } from "./messages.ts";

type Counts = { done: number; items: number };

/** "4 of 6 items are open", of all these checklists together; null where nothing is open. */
export function openItemsText(checklists: readonly (Counts | null | undefined)[]): string | null {
  const held = checklists.filter((counts) => counts !== null && counts !== undefined);
  const items = held.reduce((sum, counts) => sum + counts.items, 0);
  const open = items - held.reduce((sum, counts) => sum + counts.done, 0);
  return open > 0 ? CHECKLIST_MESSAGES.open(open, items) : null;
}
