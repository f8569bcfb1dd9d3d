/** The texts of forms whose versions stay. */
export const SAVED_FORM_MESSAGES = {
  effect: "What this change does",
  effectHint: "New tickets use it from the moment of saving. Nothing that was decided changes.",
  save: "Save",
  saving: "Saving...",
  unsaved: "Unsaved changes",
  archive: "Archive",
  archiveLead: (name: string) => `${name} can no longer be chosen. What was judged by it stays.`,
  archiving: "Archiving...",
} as const;
