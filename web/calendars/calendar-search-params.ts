/** A former version to be read, and whether the window that proposes holidays opens at once. */
export type CalendarSearch = { version?: number; propose?: true };

export function readCalendarSearch({ version, propose }: Record<string, unknown>): CalendarSearch {
  const number = Number(version);
  return {
    ...(Number.isInteger(number) && number > 0 && { version: number }),
    ...((propose === true || propose === "true") && { propose: true }),
  };
}
