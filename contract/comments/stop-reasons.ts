/** Why an answer that waited did not go out. */
export const STOP_REASONS = [
  /** The client wrote first. */
  "answered",
  /** Somebody from outside would read it whom its author did not have before them. */
  "readers_changed",
  "readers_changed_by_merge",
  /** A reader from outside belongs to another company than then. */
  "company_changed",
  "in_trash",
  /** Its author may no longer answer there, or see the ticket. */
  "not_allowed",
  "author_gone",
  /** It was due before a backup was brought back. */
  "restored",
  /** The API would refuse the same comment now; the refusal says why. */
  "refused",
  /** It failed again and again, which is nobody's decision. */
  "failed",
] as const;
export type StopReason = (typeof STOP_REASONS)[number];
