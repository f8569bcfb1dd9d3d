import { sql } from "kysely";
import { anyOf } from "#server/lib/any-of.ts";
import type { z } from "zod";
import type { Actor } from "#contract/access/actor.ts";
import { mayReadReports } from "#contract/access/sla.ts";
import { mayRestoreTicket } from "#contract/access/tickets.ts";
import { LIMITS } from "#contract/limits.ts";
import type { reportEndpoints } from "#contract/sla/reports.ts";
import { roundUp } from "#server/lib/db/bounds.ts";
import { buildMeta, parsePage } from "#server/lib/http/pagination.ts";
import { refuse } from "#server/lib/refusal.ts";
import type { Ctx, Db } from "#server/lib/request-context.ts";
import { filterBy } from "./filter-by.ts";
import { firstDay, listMonths } from "./months.ts";

export type VerdictFilters = z.output<typeof reportEndpoints.verdictsExport.query>;
type Query = z.output<typeof reportEndpoints.verdicts.query>;

/** Lists the verdicts that stand behind the figures, the farthest over first. Refuses 403 whoever reads no reports. */
export async function listVerdicts(ctx: Ctx, query: Query) {
  const page = parsePage(query, LIMITS.pageDefault);
  const asked = { query, months: await askedMonths(ctx, query) };
  const total = await countVerdicts(ctx.db, asked);
  const found = await findFarthest(ctx.db, asked, { after: BEFORE_ALL, rows: page.offset + page.limit });
  const verdicts = await readRows(ctx.db, ctx.actor, found.slice(page.offset));
  return { verdicts, meta: buildMeta(page, total) };
}

type VerdictRow = Awaited<ReturnType<typeof readRows>>[number];

const AT_ONCE = 500;

/** The same for a file: every one of them in their order, 500 at a time, so that a long file needs no more memory than a short one. */
export async function readAllVerdicts(
  ctx: Ctx,
  query: VerdictFilters,
): Promise<AsyncGenerator<VerdictRow[]>> {
  return readParts(ctx, { query, months: await askedMonths(ctx, query) });
}

async function* readParts(ctx: Ctx, asked: Asked): AsyncGenerator<VerdictRow[]> {
  for (let after: Place | undefined = BEFORE_ALL; after;) {
    const place = { after, rows: AT_ONCE };
    const found: Place[] = await ctx.app.reports.read(({ db }) => findFarthest(db, asked, place));
    if (found.length > 0) yield await ctx.app.reports.read(({ db }) => readRows(db, ctx.actor, found));
    after = found.length === AT_ONCE ? found.at(-1) : undefined;
  }
}

async function askedMonths(ctx: Ctx, query: VerdictFilters): Promise<string[]> {
  if (!mayReadReports(ctx.actor)) throw refuse(403, "auth.not_allowed");
  return listMonths(ctx, query);
}

type Asked = { query: VerdictFilters; months: readonly string[] };

/** From the counters of the report: what stands behind its figures is as many. */
async function countVerdicts(db: Db, { query, months }: Asked): Promise<number> {
  const counted = query.verdict === undefined ? sql`met + missed` : sql.ref(query.verdict);
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(${counted}), 0)::int as total from sla_monthly
    where month = any(${months.map(firstDay)}::date[]) and ${filterBy(query)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Where a verdict stands in the order of the list. */
type Place = { over_seconds: number; id: string };

const BEFORE_ALL: Place = { over_seconds: 2 ** 31 - 1, id: "00000000-0000-0000-0000-000000000000" };

/**
 * Finds the first rows after a place: of each month by its index, those as far over as the place and those less far, and of
 * all the first. No month is sorted.
 */
async function findFarthest(
  db: Db,
  { query, months }: Asked,
  { after, rows: wanted }: { after: Place; rows: number },
): Promise<Place[]> {
  const limit = sql`limit ${sql.lit(roundUp(wanted))}`;
  const standing = sql`v.month = asked.month and ${filterBy(query)}
    and ${query.verdict === undefined ? sql`true` : sql`verdict = ${query.verdict}`}
    and not exists (select from sla_verdicts newer where newer.supersedes_id = v.id)`;
  const { rows } = await sql<Place>`
    select found.* from unnest(${months.map(firstDay)}::date[]) as asked(month) cross join lateral (
      (select v.id, v.over_seconds from sla_verdicts v
        where v.over_seconds = ${after.over_seconds} and v.id > ${after.id} and ${standing} order by v.id ${limit})
      union all
      (select v.id, v.over_seconds from sla_verdicts v
        where v.over_seconds < ${after.over_seconds} and ${standing} order by v.over_seconds desc, v.id ${limit})) as found
    order by found.over_seconds desc, found.id ${limit}`.execute(db);
  return rows.slice(0, wanted);
}

/**
 * Reads verdicts with their names, in the order of the list. What a ticket in the trash is about is told to those who may look
 * into it.
 */
async function readRows(db: Db, actor: Actor, places: readonly Place[]) {
  const seesTrash = mayRestoreTicket(actor);
  const rows = await db
    .selectFrom("sla_verdicts as v")
    .innerJoin("tickets as t", "t.id", "v.ticket_id")
    .leftJoin("companies as c", "c.id", "v.company_id")
    .leftJoin("users as u", "u.id", "v.assignee_id")
    .leftJoin("sla_verdicts as b", "b.id", "v.supersedes_id")
    .leftJoin("users as j", "j.id", "v.judged_by")
    .select(["v.ticket_id", "t.uid", "t.subject", "t.erased_at", "v.company_id", "c.name as company_name"])
    .select(
      sql<boolean>`t.deleted_at is not null and t.erased_at is null and t.merged_into_id is null`.as(
        "in_trash",
      ),
    )
    .select(["v.priority", "v.target", "v.cycle", "v.verdict", "v.target_seconds", "v.used_seconds"])
    .select(["v.over_seconds", "v.ended_at", "v.assignee_id", "u.fullname as assignee_fullname"])
    .select(["j.fullname as judged_by_fullname", "v.reason"])
    .select(["b.verdict as before_verdict", "b.over_seconds as before_over"])
    .where("v.id", "=", anyOf(places.map(({ id }) => id)))
    .orderBy("v.over_seconds", "desc")
    .orderBy("v.id")
    .execute();
  return rows.map(({ erased_at, subject, ended_at, before_verdict, before_over, ...row }) => ({
    ...row,
    subject: erased_at !== null || (row.in_trash && !seesTrash) ? null : subject,
    ended_at: ended_at.toISOString(),
    judged_again: before_verdict !== null,
    before: before_verdict && { verdict: before_verdict, over_seconds: before_over ?? 0 },
  }));
}
