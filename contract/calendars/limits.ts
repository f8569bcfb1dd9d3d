/** Apart from the other limits, which every page loads. */
export const CALENDAR_LIMITS = {
  /** characters */
  name: 80,
  /** pieces */
  calendars: 100,
  stretchesPerDay: 4,
  specialDays: 400,
  /** years whose public holidays are known (server/calendars/holidays) */
  firstYear: 2024,
  lastYear: 2037,
} as const;
