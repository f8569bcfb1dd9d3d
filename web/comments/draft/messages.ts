/** The texts of drafts in the box. */
export const DRAFT_MESSAGES = {
  elsewhere: "Also written on another device",
  takeThat: "Use that",
  keepThis: "Keep this",
  keptHere: "Kept on this device",
} as const;
