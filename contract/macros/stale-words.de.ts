import type { STALE_WORDS as ENGLISH } from "./stale-words.ts";

export const STALE_WORDS: typeof ENGLISH = {
  assignee: (name) => `${name} kann nichts mehr zugewiesen werden`,
  team: (name) => `das Team ${name} nimmt keine Tickets mehr`,
  add_tags: (name) => `das Schlagwort ${name} gibt es nicht mehr`,
  reply: (name) => `${name} wurde gelöscht`,
};
