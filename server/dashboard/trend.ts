/** Days of the trend, today being the last (rule 60). */
export const TREND_DAYS = 30;

/** A day of the organization, as YYYY-MM-DD, on which anything was created or closed. */
export type Day = { day: string; created: number; closed: number };

type TrendInput = {
  today: string;
  /**
   * In any order; days without a row had neither. Days after today count too, so that the past can be computed from
   * now.
   */
  days: readonly Day[];
  /** Tickets that are not closed now. */
  activeNow: number;
};

/**
 * Computes exactly 30 days ending today, gaps as zeros (rule 60). `open` is how many were not closed at the day's end:
 * computed backwards from the tickets not closed now, since a day's end had as many as the next one, less those created,
 * plus those closed on that next day. So no day before the window is read.
 */
export function computeTrend({ today, days, activeNow }: TrendInput) {
  const byDay = new Map(days.map((day) => [day.day, day]));
  const ahead = days.filter(({ day }) => day > today);
  let open = activeNow - sumGrowth(ahead);
  const trend = [];
  for (let date = today; trend.length < TREND_DAYS; date = findPreviousDay(date)) {
    const { created, closed } = byDay.get(date) ?? { created: 0, closed: 0 };
    trend.push({ date, created, closed, open });
    open -= created - closed;
  }
  return trend.toReversed();
}

function sumGrowth(days: readonly Day[]): number {
  return days.reduce((sum, { created, closed }) => sum + created - closed, 0);
}

function findPreviousDay(date: string): string {
  return new Date(Date.parse(date) - 24 * 3_600_000).toISOString().slice(0, 10);
}
