/** The tabs of the page: the states that people look at, and all of them. */
export const TABS = ["held", "failed", "ignored", "spam", "all"] as const;
export type Tab = (typeof TABS)[number];

/** The search parameters of the page: the tab, absent for held, and the mail that is read. */
export type IncomingSearch = { state?: Exclude<Tab, "held">; mail?: string };

/** Reads hand-written search parameters: unknown and malformed values are ignored, never an error. */
export function readIncomingSearch(raw: Record<string, unknown>): IncomingSearch {
  return searchOf(TABS.find((tab) => tab === raw.state) ?? "held", idOf(raw.mail));
}

/** The search of a tab, with the mail that is read in it. */
export function searchOf(tab: Tab, mail?: string): IncomingSearch {
  return { ...(tab !== "held" && { state: tab }), ...(mail && { mail }) };
}

export function tabOf({ state }: IncomingSearch): Tab {
  return state ?? "held";
}

function idOf(raw: unknown): string | undefined {
  return typeof raw === "string" && ID.test(raw) ? raw.toLowerCase() : undefined;
}

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
