import { type SelectQueryBuilder, sql, type SqlBool } from "kysely";
import type { z } from "zod";
import { mayReadReports } from "#contract/access/sla.ts";
import { LIMITS } from "#contract/limits.ts";
import type { reportEndpoints } from "#contract/sla/reports.ts";
import type { Tables } from "#server/db/tables.ts";
import { readPage, roundUp } from "#server/lib/db/bounds.ts";
import { buildMeta, parsePage } from "#server/lib/http/pagination.ts";
import { refuse } from "#server/lib/refusal.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { firstDay, listMonths } from "./months.ts";

export type VerdictFilters = z.output<typeof reportEndpoints.verdictsExport.query>;
type Query = z.output<typeof reportEndpoints.verdicts.query>;

/** Lists the verdicts that stand behind the figures, the farthest over first. Refuses 403 whoever reads no reports. */
export async function listVerdicts(ctx: Ctx, query: Query) {
  const page = parsePage(query, LIMITS.pageDefault);
  const months = await askedMonths(ctx, query);
  const total = await countVerdicts(ctx, query, months);
  const found = await readPage(ctx.db, selectFarthest(ctx, query, months, page.offset + page.limit), page);
  const rows = await withNames(ctx.db.selectFrom("sla_verdicts as v"))
    .where("v.id", "=", sql<string>`any(${found.map(({ id }) => id)}::uuid[])`)
    .execute();
  return { verdicts: rows.map(toRow), meta: buildMeta(page, total) };
}

/** The same for a file: every one of them, in their order. */
export async function readAllVerdicts(ctx: Ctx, query: VerdictFilters) {
  const months = await askedMonths(ctx, query);
  const days = months.map(firstDay);
  const matching = narrow(ctx.db.selectFrom("sla_verdicts as v"), query);
  const rows = await withNames(matching)
    .where("v.month", "=", sql<string>`any(${days}::date[])`)
    .execute();
  return rows.map(toRow);
}

async function askedMonths(ctx: Ctx, query: VerdictFilters): Promise<string[]> {
  if (!mayReadReports(ctx.actor)) throw refuse(403, "auth.not_allowed");
  return listMonths(ctx, query);
}

/** From the counters of the report: what stands behind its figures is as many. */
async function countVerdicts(ctx: Ctx, query: VerdictFilters, months: readonly string[]): Promise<number> {
  const { company_id, priority, target, verdict } = query;
  const counted = verdict === undefined ? sql`met + missed` : sql.ref(verdict);
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(${counted}), 0)::int as total from sla_monthly
    where month = any(${months.map(firstDay)}::date[])
      and ${company_id === undefined ? sql`true` : sql`company_id = ${company_id}`}
      and ${priority === undefined ? sql`true` : sql`priority = ${priority}`}
      and ${target === undefined ? sql`true` : sql`target = ${target}`}`.execute(ctx.db);
  return rows[0]?.total ?? 0;
}

/** The farthest over of each month by its index, and of those the farthest: no month is sorted. */
function selectFarthest(ctx: Ctx, query: VerdictFilters, months: readonly string[], rows: number) {
  const days = months.map(firstDay);
  return ctx.db
    .selectFrom(sql<{ month: string }>`unnest(${days}::date[])`.as<"asked">(sql`asked(month)`))
    .innerJoinLateral(
      (eb) =>
        narrow(eb.selectFrom("sla_verdicts as v"), query)
          .where("v.month", "=", sql.ref<string>("asked.month"))
          .select(["v.id", "v.over_seconds"])
          .orderBy("v.over_seconds", "desc")
          .orderBy("v.id")
          .limit(sql.lit(roundUp(rows)))
          .as("found"),
      (join) => join.onTrue(),
    )
    .select(["found.id", "found.over_seconds"])
    .orderBy("found.over_seconds", "desc")
    .orderBy("found.id");
}

type Select = SelectQueryBuilder<Tables & { v: Tables["sla_verdicts"] }, "v", object>;

/** Those that stand, by the filters. */
function narrow(verdicts: Select, { company_id, priority, target, verdict }: VerdictFilters): Select {
  let select = verdicts.where(
    sql<SqlBool>`not exists (select from sla_verdicts newer where newer.supersedes_id = v.id)`,
  );
  if (company_id !== undefined) select = select.where("v.company_id", "=", company_id);
  if (priority !== undefined) select = select.where("v.priority", "=", priority);
  if (target !== undefined) select = select.where("v.target", "=", target);
  if (verdict !== undefined) select = select.where("v.verdict", "=", verdict);
  return select;
}

function withNames(select: Select) {
  return select
    .innerJoin("tickets as t", "t.id", "v.ticket_id")
    .leftJoin("companies as c", "c.id", "v.company_id")
    .leftJoin("users as u", "u.id", "v.assignee_id")
    .select(["v.ticket_id", "t.uid", "t.subject", "t.erased_at", "v.company_id", "c.name as company_name"])
    .select(["v.priority", "v.target", "v.cycle", "v.verdict", "v.target_seconds", "v.used_seconds"])
    .select(["v.over_seconds", "v.ended_at", "v.assignee_id", "u.fullname as assignee_fullname"])
    .select("v.supersedes_id")
    .orderBy("v.over_seconds", "desc")
    .orderBy("v.id");
}

type Row = Awaited<ReturnType<ReturnType<typeof withNames>["execute"]>>[number];

function toRow({ erased_at, subject, ended_at, supersedes_id, ...row }: Row) {
  return {
    ...row,
    subject: erased_at === null ? subject : null,
    ended_at: ended_at.toISOString(),
    judged_again: supersedes_id !== null,
  };
}
