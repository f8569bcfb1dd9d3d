/** Refusals about checklists. */
export const CHECKLIST_REFUSALS = {
  "checklist.item_not_found": "This item is not on the checklist any more",
  "checklist.text_required": "Write what is to be done",
  "checklist.no_change": "Choose what to change about the item",
  "checklist.full": ({ max }: { max: number }) => `A checklist has at most ${max} items`,
} as const;
