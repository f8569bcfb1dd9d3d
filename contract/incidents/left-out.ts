/** Why an answer to all reporters does not go to one of the tickets that were chosen. */
export const LEFT_OUT_REASONS = [
  /** Somebody closed it since. */
  "closed",
  "in_trash",
  /** It is part of another ticket now. */
  "merged",
  /** It was taken out of the incident. */
  "unlinked",
  "no_client",
  /** Others would read it than those whom the writer had before them. */
  "readers_changed",
  /** The writer may no longer answer there. */
  "not_allowed",
  /** It is not there any more. */
  "gone",
] as const;
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];
