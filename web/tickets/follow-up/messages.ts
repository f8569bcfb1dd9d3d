import type { FollowUpPreset } from "#contract/tickets/follow-up-presets.ts";

const PRESETS: Record<FollowUpPreset, string> = {
  today: "Later today",
  tomorrow: "Tomorrow",
  working_days: "In 2 working days",
  monday: "Next Monday",
  week: "In a week",
};

/** The texts of the window that sets when to come back to tickets, and of what follows. */
export const FOLLOW_UP_MESSAGES = {
  title: "Follow up",
  presets: PRESETS,
  all: "All tickets",
  again: (when: string) => `Again: ${when}`,
  pick: "Pick a time",
  time: "Date and time",
  zone: (zone: string) => `As the clock shows it in ${zone}`,
  set: "Set",
  hold: "On Hold until then",
  firm: "Even if the client answers",
  remove: "Remove follow-up",
  due: (when: string) => `due ${when}`,
  setFor: (when: string) => `Follow-up on ${when}`,
  setForMany: (n: number, when: string) => `${n} tickets: follow-up on ${when}`,
  removed: (n: number) => (n === 1 ? "Follow-up removed" : `Follow-up of ${n} tickets removed`),
  failed: "Failed to set the follow-up",
  past: "Choose a time in the future",
  gone: (n: number) => (n === 1 ? "1 ticket is not there any more" : `${n} tickets are not there any more`),
} as const;
