/** Refusals of what macros set. */
export const MACRO_REFUSALS = {
  "macro.nothing": "Choose what to set",
  "macro.status_twice": "Choose the status once",
  "macro.time_invalid": "Choose a time of day, such as 09:00",
  "macro.closed_with_follow_up": "A closed ticket waits for nothing: choose the status or the follow-up",
  "macro.assignee_stale": ({ name }: { name: string }) =>
    `This macro no longer fits: ${name} can no longer be assigned`,
  "macro.team_stale": ({ name }: { name: string }) =>
    `This macro no longer fits: the team ${name} takes no tickets any more`,
  "macro.tag_stale": ({ name }: { name: string }) =>
    `This macro no longer fits: there is no tag ${name} any more`,
  "macro.reply_stale": ({ name }: { name: string }) => `This macro no longer fits: ${name} was deleted`,
} as const;
