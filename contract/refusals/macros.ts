import { type StaleField, STALE_WORDS } from "../macros/stale-words.ts";

/** Refusals of what macros set. */
export const MACRO_REFUSALS = {
  "macro.nothing": "Choose what to set",
  "macro.status_twice": "Choose the status once",
  "macro.time_invalid": "Choose a time of day, such as 09:00",
  "macro.closed_with_follow_up": "A closed ticket waits for nothing: choose the status or the follow-up",
  "macro.assignee_stale": stale("assignee"),
  "macro.team_stale": stale("team"),
  "macro.tag_stale": stale("add_tags"),
  "macro.reply_stale": stale("reply"),
} as const;

function stale(field: StaleField) {
  return ({ name }: { name: string }) => `This macro no longer fits: ${STALE_WORDS[field](name)}`;
}
