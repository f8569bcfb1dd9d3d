import type { ColumnType, Generated } from "kysely";
import type { Weekday } from "#contract/calendars/hours.ts";
import type { Moment, MomentOrNull } from "./column-types.ts";

/** Calendars with their versions, which are only ever added. */
export type CalendarTables = {
  calendars: Calendars; // calendars
  calendar_versions: CalendarVersions; // calendars
  calendar_days: CalendarDays; // calendars
};

type Hours = [from: string, to: string][];

type Calendars = { id: Generated<string>; name: string; version: number; archived_at: MomentOrNull };
type CalendarVersions = {
  id: Generated<string>;
  calendar_id: string;
  number: number;
  zone: string;
  /** Checked when it was saved; read whole, written as text. */
  week: ColumnType<Record<Weekday, Hours>, string, never>;
  created_at: Moment;
  created_by: string;
};
type CalendarDays = {
  calendar_version_id: string;
  day: string;
  name: string;
  hours: ColumnType<Hours | null, string | null, never>;
};
