/** The texts over a form of which somebody else has saved another version. */
export const OUTDATED_MESSAGES = {
  outdated: "Somebody has saved other values meanwhile",
  outdatedHint: "Your changes are kept until you take theirs; saving is possible again then.",
  adopt: "Show theirs",
} as const;
