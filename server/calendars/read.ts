import { sql } from "kysely";
import type { z } from "zod";
import { mayReadSla } from "#contract/access/sla.ts";
import type { calendars } from "#contract/calendars.ts";
import { LIMITS } from "#contract/limits.ts";
import { zoneClock } from "#contract/calendars/zone-clock.ts";
import { buildMeta, parsePage } from "#server/lib/http/pagination.ts";
import { refuse } from "#server/lib/refusal.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { readUsage, type Usage } from "./usage.ts";
import { readCalendarVersions } from "./versions.ts";

/** Lists the calendars by name, without archived ones. */
export async function listCalendars(ctx: Ctx, query: z.output<typeof calendars.list.query>) {
  const page = parsePage(query, LIMITS.pageDefault);
  const living = calendarQuery(ctx).where("c.archived_at", "is", null);
  const rows = await living
    .orderBy(sql`name_key(c.name)`)
    .orderBy("c.id")
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const { total } = await ctx.db
    .selectFrom("calendars")
    .where("archived_at", "is", null)
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const usageOf = await readUsage(
    ctx.db,
    rows.map(({ id }) => id),
  );
  return {
    calendars: rows.map((row) => toLine(row, usageOf(row.id), ctx.now)),
    meta: buildMeta(page, total),
  };
}

/** Reads one, archived ones too. Refuses 404 for one, or a version of it, that is not there. */
export async function getCalendar(ctx: Ctx, id: string, { version }: { version?: number } = {}) {
  const row = await calendarQuery(ctx).where("c.id", "=", id).executeTakeFirst();
  const versions = await ctx.db
    .selectFrom("calendar_versions as v")
    .innerJoin("principals as p", "p.id", "v.created_by")
    .where("v.calendar_id", "=", id)
    .select(["v.id", "v.number", "v.created_at", "p.name as created_by_fullname"])
    .orderBy("v.number", "desc")
    .execute();
  const shown = versions.find(({ number }) => number === (version ?? row?.version));
  const hours = shown && (await readCalendarVersions(ctx.db, [shown.id])).get(shown.id);
  if (!row || !hours) throw refuse(404, "calendar.not_found");
  const usageOf = await readUsage(ctx.db, [id]);
  return {
    calendar: {
      ...toLine(row, usageOf(id), ctx.now),
      zone: hours.zone,
      week: hours.week,
      days: hours.days,
      shown_version: hours.number,
      versions: versions.map(({ created_at, ...each }) => ({
        ...each,
        created_at: created_at.toISOString(),
      })),
      archived_at: row.archived_at?.toISOString() ?? null,
    },
  };
}

type Row = Awaited<ReturnType<ReturnType<typeof calendarQuery>["executeTakeFirstOrThrow"]>>;

/** Selects calendars as their newest version has them. Refuses 403 for clients. */
function calendarQuery(ctx: Ctx) {
  if (!mayReadSla(ctx.actor)) throw refuse(403, "auth.not_allowed");
  return ctx.db
    .selectFrom("calendars as c")
    .innerJoin("calendar_versions as v", (join) =>
      join.onRef("v.calendar_id", "=", "c.id").onRef("v.number", "=", "c.version"),
    )
    .select([
      "c.id",
      "c.name",
      "c.version",
      "c.archived_at",
      "v.zone",
      sql<number[]>`array(select extract(year from d.day)::int from calendar_days d
        where d.calendar_version_id = v.id)`.as("years"),
    ]);
}

function toLine(
  { years, archived_at: _, ...row }: Row,
  { is_default, policies, companies }: Usage,
  now: Date,
) {
  return {
    ...row,
    is_default,
    used_by: { policies, companies },
    special_days: years.length,
    holidays_missing: findMissingYear(row.zone, years, now),
  };
}

const NOVEMBER = 10;

/** The next year, where it is time to think of it: there are special days this year, and none in that. */
function findMissingYear(zone: string, years: readonly number[], now: Date): number | null {
  const there = new Date(zoneClock(zone).wallAt(now.getTime()));
  const year = there.getUTCFullYear();
  const isMissing = there.getUTCMonth() >= NOVEMBER && years.includes(year) && !years.includes(year + 1);
  return isMissing ? year + 1 : null;
}
