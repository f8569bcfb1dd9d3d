/** Why a ticket stands in somebody's Inbox: what happened on it last. */
export const INBOX_REASONS = ["mentioned", "assigned", "replied", "due", "unsent"] as const;
export type InboxReason = (typeof INBOX_REASONS)[number];

/** The parts of an Inbox. */
export const INBOX_TABS = ["unread", "all", "mentions", "done"] as const;
export type InboxTab = (typeof INBOX_TABS)[number];
