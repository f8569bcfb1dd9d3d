/** What a service level promises: how soon the desk answers first, how soon it answers again, and how soon it solves. */
export const SLA_TARGETS = ["first_response", "next_response", "resolution"] as const;
export type SlaTarget = (typeof SLA_TARGETS)[number];

/** What has become of one target of a ticket. Without a verdict: `not_needed`, `not_measured` and `merged`. */
export const CLOCK_STATES = [
  "running",
  "paused",
  "met",
  "missed",
  "not_needed",
  "not_measured",
  "merged",
] as const;
export type ClockState = (typeof CLOCK_STATES)[number];

/** What ends a target. A closing ends a response that nobody has given, and then answers nothing. */
export const CLOCK_ENDS = ["answer", "closing"] as const;

/** Why a stretch of time counted, or did not. */
export const STRETCH_REASONS = [
  "open_hours",
  "around_the_clock",
  "outside_hours",
  "special_day",
  "waiting_for_client",
  "waiting_for_third_party",
  "closed",
  "trash",
  "merged",
  "below_level",
] as const;
export type StretchReason = (typeof STRETCH_REASONS)[number];

/**
 * What lists can be asked about due times: those that have passed; those of which three quarters are used; clocks that wait
 * for somebody; any clock that runs.
 */
export const SLA_FILTERS = ["overdue", "due_soon", "paused", "running"] as const;
export type SlaFilter = (typeof SLA_FILTERS)[number];

/** How the due time of a row stands. */
export const DUE_STATES = ["running", "due_soon", "overdue", "paused"] as const;
export type DueState = (typeof DUE_STATES)[number];

/** Where a value that applies to a company comes from. */
export const SLA_ORIGINS = ["company", "policy", "organization", "none"] as const;
