import { sql } from "kysely";
import type { z } from "zod";
import { mayReadOwnReport, mayReadReports } from "#contract/access/sla.ts";
import { PRIORITY_LABELS } from "#contract/labels.ts";
import { TARGET_LABELS } from "#contract/sla/messages.ts";
import type { reportEndpoints } from "#contract/sla/reports.ts";
import { SLA_TARGETS } from "#contract/sla/targets.ts";
import { PRIORITIES } from "#contract/statuses.ts";
import { refuse } from "#server/lib/refusal.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { isShownTo } from "../shown.ts";
import { filterBy } from "./filter-by.ts";
import { countDays, firstDay, listMonths } from "./months.ts";

export type ReportQuery = z.output<typeof reportEndpoints.report.query>;

type Sums = { met: number; missed: number; judged_again: number };

/**
 * How service levels were kept, from counters alone. Refuses 403 whoever may not know; client administrators read their own
 * company's figures, and not those of another one.
 */
export async function readReport(ctx: Ctx, query: ReportQuery) {
  const company = await resolveCompany(ctx, query);
  const months = await listMonths(ctx, query);
  const counters = await readCounters(ctx, { ...query, company_id: company }, months);
  const rows = groupByKey(counters, months)
    .map(({ key, label, ofMonths }) => ({
      key,
      label: labelOf(query.by, key, label),
      ...sumUp(ofMonths),
      months: ofMonths,
    }))
    .filter(({ met, missed, judged_again }) => met !== 0 || missed !== 0 || judged_again !== 0);
  return {
    rows: rows.toSorted((a, b) => compare(query.by, a, b)),
    total: sumUp(rows),
    meta: { from: months[0] ?? "", to: months.at(-1) ?? "", months },
  };
}

/** The company whose figures are read; undefined for all. */
async function resolveCompany(ctx: Ctx, { company_id, by }: ReportQuery): Promise<string | undefined> {
  if (mayReadReports(ctx.actor)) return company_id;
  const own = ctx.actor.company_id;
  const isShown = await isShownTo(ctx);
  if (own === null || !mayReadOwnReport(ctx.actor, { shown_to_clients: isShown }))
    throw refuse(403, "auth.not_allowed");
  if ((company_id !== undefined && company_id !== own) || by === "company")
    throw refuse(403, "sla.own_company_only");
  return own;
}

/** What was counted for a company, a month, a priority or a target; `day` is of its month, from the report's first one. */
type Counter = Sums & { key: string; label: string | null; day: number };

async function readCounters(ctx: Ctx, query: ReportQuery, months: readonly string[]): Promise<Counter[]> {
  const { by } = query;
  const first = firstDay(months[0]);
  const { rows } = await sql<Counter>`
    select ${by === "month" ? sql`to_char(month, 'YYYY-MM')` : sql`key`} as key,
      ${by === "company" ? sql`c.name` : sql`null`} as label,
      month - ${first}::date as day, met, missed, judged_again
    from (${selectCounters(query, months)}) as counters
    ${by === "company" ? sql`left join companies c on c.id = key` : sql``}`.execute(ctx.db);
  return rows;
}

/** Where priorities and targets do not matter there are a twelfth as many; most months of a company are one row then. */
function selectCounters(query: ReportQuery, months: readonly string[]) {
  const { by, priority, target } = query;
  const isWhole = (by === "company" || by === "month") && priority === undefined && target === undefined;
  const key = sql.ref(by === "company" ? "company_id" : by);
  const isRead = sql`month between ${firstDay(months[0])}::date and ${firstDay(months.at(-1))}::date
    and ${filterBy(query)}`;
  if (isWhole && by === "company")
    return sql`select ${key} as key, month, met, missed, judged_again from sla_monthly_totals where ${isRead}`;
  // A slot holds no more than an int does, whose sums are cheaper.
  return sql`
    select ${key} as key, month, sum(met::int)::int as met, sum(missed::int)::int as missed,
      sum(judged_again::int)::int as judged_again
    from ${sql.table(isWhole ? "sla_monthly_totals" : "sla_monthly")}
    where ${isRead} group by ${key}, month`;
}

/** One for each key, with the sums of every month of the report. A month may have several counters. */
function groupByKey(counters: readonly Counter[], months: readonly string[]) {
  const days = countDays(months);
  const groups = new Map<string, { key: string; label: string | null; ofMonths: MonthSums[] }>();
  for (const { key, label, day, met, missed, judged_again } of counters) {
    let group = groups.get(key);
    if (!group) groups.set(key, (group = { key, label, ofMonths: months.map(startMonth) }));
    const sum = group.ofMonths[days.indexOf(day)];
    if (!sum) throw new Error("a counter stands for the first day of a month of the report");
    sum.met += met;
    sum.missed += missed;
    sum.judged_again += judged_again;
  }
  for (const { ofMonths } of groups.values())
    for (const sum of ofMonths) sum.share = share(sum.met, sum.missed);
  return [...groups.values()];
}

type MonthSums = Sums & { month: string; share: number | null };

function startMonth(month: string): MonthSums {
  return { month, met: 0, missed: 0, share: null, judged_again: 0 };
}

function sumUp(all: readonly Sums[]) {
  let [met, missed, judgedAgain] = [0, 0, 0];
  for (const each of all) {
    met += each.met;
    missed += each.missed;
    judgedAgain += each.judged_again;
  }
  return { met, missed, share: share(met, missed), judged_again: judgedAgain };
}

/** In whole thousandths, rounded down: 999.6 of a thousand are never all. Null without any. */
function share(met: number, missed: number): number | null {
  const all = met + missed;
  return all === 0 ? null : Math.floor((met * 1000) / all) / 1000;
}

function labelOf(by: ReportQuery["by"], key: string, name: string | null): string {
  if (by === "company") return name ?? "";
  const labels: Record<string, string> = { ...PRIORITY_LABELS, ...TARGET_LABELS };
  return labels[key] ?? key;
}

type Row = { key: string; label: string };

const NAMES = new Intl.Collator("en");

function compare(by: ReportQuery["by"], a: Row, b: Row): number {
  if (by === "company") return NAMES.compare(a.label, b.label);
  if (by === "month") return a.key < b.key ? -1 : 1;
  const order: readonly string[] = by === "priority" ? PRIORITIES.toReversed() : SLA_TARGETS;
  return order.indexOf(a.key) - order.indexOf(b.key);
}
