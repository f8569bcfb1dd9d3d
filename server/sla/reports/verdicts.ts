import { sql, type SqlBool } from "kysely";
import type { z } from "zod";
import { mayReadReports } from "#contract/access/sla.ts";
import { LIMITS } from "#contract/limits.ts";
import type { reportEndpoints } from "#contract/sla/reports.ts";
import { buildMeta, parsePage } from "#server/lib/http/pagination.ts";
import { refuse } from "#server/lib/refusal.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { firstDay, listMonths } from "./months.ts";

export type VerdictFilters = z.output<typeof reportEndpoints.verdictsExport.query>;
type Query = z.output<typeof reportEndpoints.verdicts.query>;

/** Lists the verdicts that stand behind the figures, the farthest over first. Refuses 403 whoever reads no reports. */
export async function listVerdicts(ctx: Ctx, query: Query) {
  const page = parsePage(query, LIMITS.pageDefault);
  const matching = await selectVerdicts(ctx, query);
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await withNames(matching).limit(page.limit).offset(page.offset).execute();
  return { verdicts: rows.map(toRow), meta: buildMeta(page, total) };
}

/** The same for a file: every one of them, in their order. */
export async function readAllVerdicts(ctx: Ctx, query: VerdictFilters) {
  return (await withNames(await selectVerdicts(ctx, query)).execute()).map(toRow);
}

async function selectVerdicts(ctx: Ctx, query: VerdictFilters) {
  if (!mayReadReports(ctx.actor)) throw refuse(403, "auth.not_allowed");
  const months = await listMonths(ctx, query);
  let select = ctx.db
    .selectFrom("sla_verdicts as v")
    .innerJoin("tickets as t", "t.id", "v.ticket_id")
    .where("v.month", ">=", firstDay(months[0]))
    .where("v.month", "<=", firstDay(months.at(-1)))
    .where(sql<SqlBool>`not exists (select from sla_verdicts newer where newer.supersedes_id = v.id)`);
  if (query.company_id) select = select.where("v.company_id", "=", query.company_id);
  if (query.priority) select = select.where("v.priority", "=", query.priority);
  if (query.target) select = select.where("v.target", "=", query.target);
  if (query.verdict) select = select.where("v.verdict", "=", query.verdict);
  return select;
}

function withNames(select: Awaited<ReturnType<typeof selectVerdicts>>) {
  return select
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
