import { INBOX_TABS, type InboxTab } from "#contract/inbox/inbox-reasons.ts";

/** The search parameters of the page: the tab, absent for what is unread. */
type InboxSearch = { tab?: Exclude<InboxTab, "unread"> };

/** Reads hand-written search parameters: unknown and malformed values are ignored, never an error. */
export function readInboxSearch(raw: Record<string, unknown>): InboxSearch {
  return searchOf(INBOX_TABS.find((tab) => tab === raw.tab) ?? "unread");
}

export function searchOf(tab: InboxTab): InboxSearch {
  return tab === "unread" ? {} : { tab };
}
