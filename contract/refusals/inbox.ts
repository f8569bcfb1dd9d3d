/** Refusals about the Inbox. */
export const INBOX_REFUSALS = {
  "inbox.not_found": "This ticket is not in your inbox",
  "inbox.after_unknown": "Your inbox has no such place",
  "inbox.remind_too_far": "Choose a time within the next two years",
} as const;
