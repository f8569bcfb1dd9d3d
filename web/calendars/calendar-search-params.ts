import { readVersion } from "#web/sla/versions/read-version.ts";

/** A former version to be read, and whether the window that proposes holidays opens at once. */
export type CalendarSearch = { version?: number; propose?: true };

export function readCalendarSearch({ version, propose }: Record<string, unknown>): CalendarSearch {
  return { ...readVersion(version), ...((propose === true || propose === "true") && { propose: true }) };
}
