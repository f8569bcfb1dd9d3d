/** What is said of a checklist where it is not open. */
export const CHECKLIST_MESSAGES = {
  open: (open: number, items: number) => `${open} of ${items} items are open`,
} as const;
