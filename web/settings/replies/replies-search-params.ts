/** The parts of the list, in the order of their tabs. */
export const TABS = ["all", "mine", "macros", "attention", "unused"] as const;
export type Tab = (typeof TABS)[number];

/** The part of the list, and the reply whose form is open ("new" for a new one). */
export type RepliesSearch = { tab?: Tab; reply?: string };

export function readRepliesSearch({ tab, reply }: Record<string, unknown>): RepliesSearch {
  const part = TABS.find((one) => one === tab);
  return { ...(part && { tab: part }), ...(typeof reply === "string" && { reply }) };
}
