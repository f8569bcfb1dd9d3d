/** The texts of the directories of people and companies. */
export const DIRECTORY_MESSAGES = {
  shown: (shown: string, total: string) => `${shown} of ${total}`,
  more: "Show more",
  searchPeople: "Search by name or email...",
  moreFailed: "More could not be loaded",
} as const;
