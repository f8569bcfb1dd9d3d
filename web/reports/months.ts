/** The present month of a zone, as YYYY-MM. */
export function monthIn(day: string): string {
  return day.slice(0, 7);
}

/** So many months up to this one, the newest first. */
export function lastMonths(month: string, count: number): string[] {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(year, number - 1 - back, 1)).toISOString().slice(0, 7),
  );
}
