import type { Priority } from "../statuses.ts";

/** Targets of one priority in minutes; null is not promised. */
export type TargetMinutes = {
  first_response_minutes: number | null;
  next_response_minutes: number | null;
  resolution_minutes: number | null;
  around_the_clock: boolean;
};

/** The targets that a desk starts with (rule 892); the calendar that is made with them is open Monday to Friday, 08:00 to 18:00. */
export const PRESET_TARGETS: Record<Priority, TargetMinutes> = {
  urgent: hours(1, 2, 8),
  high: hours(2, 4, 16),
  normal: hours(4, 8, 40),
  low: hours(8, 16, 80),
};

function hours(first: number, next: number, resolution: number): TargetMinutes {
  return {
    first_response_minutes: first * 60,
    next_response_minutes: next * 60,
    resolution_minutes: resolution * 60,
    around_the_clock: false,
  };
}
