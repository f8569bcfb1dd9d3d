import { sql } from "kysely";
import type { Weekday } from "#contract/calendars/hours.ts";
import type { Db } from "#server/lib/request-context.ts";

type Hours = [from: string, to: string][];

/** A saved version of a calendar, as `openHours` takes it. */
export type CalendarVersion = {
  id: string;
  calendar_id: string;
  number: number;
  zone: string;
  week: Record<Weekday, Hours>;
  days: { day: string; name: string; hours: Hours | null }[];
};

/** Reads versions by their ids; what is not there is left out. */
export async function readCalendarVersions(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, CalendarVersion>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("calendar_versions as v")
    .where("v.id", "in", ids)
    .select([
      "v.id",
      "v.calendar_id",
      "v.number",
      "v.zone",
      "v.week",
      sql<
        CalendarVersion["days"]
      >`coalesce((select jsonb_agg(jsonb_build_object('day', d.day, 'name', d.name, 'hours', d.hours)
        order by d.day) from calendar_days d where d.calendar_version_id = v.id), '[]')`.as("days"),
    ])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** The newest version of a calendar; null for one that is not there. */
export async function readNewestVersion(db: Db, calendarId: string): Promise<CalendarVersion | null> {
  const newest = await db
    .selectFrom("calendar_versions as v")
    .innerJoin("calendars as c", (join) =>
      join.onRef("c.id", "=", "v.calendar_id").onRef("c.version", "=", "v.number"),
    )
    .select("v.id")
    .where("c.id", "=", calendarId)
    .executeTakeFirst();
  return newest ? ((await readCalendarVersions(db, [newest.id])).get(newest.id) ?? null) : null;
}
