/** On tickets on which one has begun to write. */
export const DRAFT_MARK_MESSAGES = {
  draft: "Draft",
} as const;
