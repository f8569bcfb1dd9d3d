/** What other pages say of saved replies. */
export const REPLY_MESSAGES = {
  title: "Saved replies",
  applyMacro: "Apply macro",
  failedToFetch: "Failed to load saved replies",
} as const;
