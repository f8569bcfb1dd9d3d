import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { z } from "zod";
import { mayManageSla } from "#contract/access/sla.ts";
import type { CalendarDraft, calendars } from "#contract/calendars.ts";
import { CALENDAR_LIMITS } from "#contract/calendars/limits.ts";
import { refuseIfTaken } from "#server/lib/db/unique-violation.ts";
import { refuse } from "#server/lib/refusal.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { findChangedFields } from "#server/lib/work/find-changed-fields.ts";
import { recordEvent } from "#server/lib/work/history.ts";
import { getCalendar } from "./read.ts";
import { readUsage } from "./usage.ts";
import { readNewestVersion } from "./versions.ts";

type Draft = z.output<typeof CalendarDraft>;
type Saved = z.output<typeof calendars.save.body>;

/** Adds a calendar. Refuses 403, 422 where as many are kept as may be, 409 for a name that another one has. */
export async function createCalendar(ctx: Ctx, draft: Draft) {
  const id = await insertCalendar(ctx, draft);
  return getCalendar(ctx, id);
}

/** As `createCalendar`; answers the id of the new one. */
export async function insertCalendar(ctx: Ctx, { name, ...hours }: Draft): Promise<string> {
  if (!mayManageSla(ctx.actor)) throw refuse(403, "auth.not_allowed");
  await refuseTooMany(ctx);
  const { id } = await refuseIfTaken(
    ctx.db.insertInto("calendars").values({ name, version: 1 }).returning("id").executeTakeFirstOrThrow(),
    "name",
    "calendar.name_taken",
  );
  await insertVersion(ctx, { id, number: 1 }, hours);
  await recordEvent(ctx, { id, kind: "calendar.saved", after: { name, version: 1, ...hours } });
  return id;
}

/**
 * Saves a new version, unless nothing differs. Refuses 404 for one that is archived, 409 for one that somebody saved
 * meanwhile or whose name another one has.
 */
export async function saveCalendar(ctx: Ctx, id: string, { base_version, name, ...hours }: Saved) {
  const calendar = await lockCalendar(ctx, id);
  if (base_version !== calendar.version) throw refuse(409, "request.changed_meanwhile");
  const newest = await readNewestVersion(ctx.db, id);
  if (!newest) throw new Error(`calendar ${id} has no version ${calendar.version}`);
  const before = { name: calendar.name, zone: newest.zone, week: newest.week, days: newest.days };
  const changed = findChangedFields(before, { name, ...hours }, isDeepStrictEqual);
  if (!changed) return getCalendar(ctx, id);
  const version = calendar.version + 1;
  await refuseIfTaken(
    ctx.db.updateTable("calendars").set({ name, version }).where("id", "=", id).execute(),
    "name",
    "calendar.name_taken",
  );
  await insertVersion(ctx, { id, number: version }, hours);
  await recordEvent(ctx, {
    id,
    kind: "calendar.saved",
    before: { version: calendar.version, ...changed.before },
    after: { version, ...changed.after },
  });
  return getCalendar(ctx, id);
}

/** Archives a calendar. Refuses 404 for one that is archived already, 409 for one that is in use. */
export async function archiveCalendar(ctx: Ctx, id: string): Promise<void> {
  const { name } = await lockCalendar(ctx, id);
  const { is_default: isDefault, policies, companies } = (await readUsage(ctx.db, [id]))(id);
  if (isDefault || policies + companies > 0)
    throw refuse(409, "calendar.in_use", { params: { policies, companies, isDefault } });
  await ctx.db.updateTable("calendars").set({ archived_at: ctx.now }).where("id", "=", id).execute();
  await recordEvent(ctx, { id, kind: "calendar.archived", before: { name } });
}

/** Waits for whoever saves or chooses it meanwhile: a service level that names it holds it with FOR SHARE. */
async function lockCalendar(ctx: Ctx, id: string) {
  if (!mayManageSla(ctx.actor)) throw refuse(403, "auth.not_allowed");
  const calendar = await ctx.db
    .selectFrom("calendars")
    .select(["name", "version"])
    .where("id", "=", id)
    .where("archived_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (!calendar) throw refuse(404, "calendar.not_found");
  return calendar;
}

/** Of two at once the second one sees how many there are. */
async function refuseTooMany({ db }: Ctx): Promise<void> {
  await sql`select pg_advisory_xact_lock(69, 0)`.execute(db);
  const { kept } = await db
    .selectFrom("calendars")
    .select((eb) => eb.fn.countAll<number>().as("kept"))
    .where("archived_at", "is", null)
    .executeTakeFirstOrThrow();
  if (kept >= CALENDAR_LIMITS.calendars)
    throw refuse(422, "calendar.too_many", { params: { max: CALENDAR_LIMITS.calendars } });
}

async function insertVersion(
  { db, now, actor }: Ctx,
  { id, number }: { id: string; number: number },
  { zone, week, days }: Omit<Draft, "name">,
): Promise<void> {
  const version = await db
    .insertInto("calendar_versions")
    .values({
      calendar_id: id,
      number,
      zone,
      week: JSON.stringify(week),
      created_at: now,
      created_by: actor.id,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (days.length === 0) return;
  await db
    .insertInto("calendar_days")
    .values(
      days.map(({ hours, ...day }) => ({
        ...day,
        calendar_version_id: version.id,
        hours: hours === null ? null : JSON.stringify(hours),
      })),
    )
    .execute();
}
