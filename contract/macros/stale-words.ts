/** What of a macro can stop fitting. */
export type StaleField = "assignee" | "team" | "add_tags" | "reply";

/** Why it no longer fits, by the name of what is gone. */
export const STALE_WORDS: Record<StaleField, (name: string) => string> = {
  assignee: (name) => `${name} can no longer be assigned`,
  team: (name) => `the team ${name} takes no tickets any more`,
  add_tags: (name) => `there is no tag ${name} any more`,
  reply: (name) => `${name} was deleted`,
};
