import type { Stretch, Week } from "#contract/calendars/hours.ts";

/** A week with the same hours on each workday; on Saturday and Sunday it is closed unless told otherwise. */
export function weekOf(workday: readonly Stretch[], weekend: readonly Stretch[] = []): Week {
  return {
    mon: workday,
    tue: workday,
    wed: workday,
    thu: workday,
    fri: workday,
    sat: weekend,
    sun: weekend,
  };
}

/** Monday to Friday, 08:00 to 18:00. */
export const OFFICE_WEEK = weekOf([["08:00", "18:00"]]);
