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

/** A company, a month, a priority or a target. */
type Group = { key: string; label: string | null; counts: string };
type Sums = { met: number; missed: number; judged_again: number };

/**
 * How service levels were kept, from counters alone. Refuses 403 whoever may not know; client administrators read their own
 * company's figures, and not those of another one.
 */
export async function readReport(ctx: Ctx, query: ReportQuery) {
  const company = await resolveCompany(ctx, query);
  const months = await listMonths(ctx, query);
  const groups = await readGroups(ctx, { ...query, company_id: company }, months);
  const days = countDays(months);
  const rows = groups
    .map(({ key, label, counts }) => {
      const ofMonths = sumByMonth(counts, days, months);
      return { key, label: labelOf(query.by, key, label), ...sumUp(ofMonths), months: ofMonths };
    })
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

type Groups = { keys: string[] | null; labels: (string | null)[]; counts: string[] };

/**
 * Reads the groups as one row: rows of many companies took the app longer to read than the database to count. The counts of a
 * group are one text, four numbers for each of its counters (`sumByMonth`). Names are joined to the few that are left.
 */
async function readGroups(ctx: Ctx, query: ReportQuery, months: readonly string[]): Promise<Group[]> {
  const { by } = query;
  const { rows } = await sql<Groups>`
    select to_json(array_agg(${by === "month" ? sql`to_char(key, 'YYYY-MM')` : sql`key`})) as keys,
      to_json(array_agg(${by === "company" ? sql`c.name` : sql`null::text`})) as labels, to_json(array_agg(counts)) as counts
    from (
      select key, string_agg(concat_ws(' ', month - ${firstDay(months[0])}::date, met, missed, judged_again), ' ') as counts
      from (${selectCounters(query, months)}) as counters
      group by key) as counted
    ${by === "company" ? sql`left join companies c on c.id = key` : sql``}`.execute(ctx.db);
  const { keys, labels, counts } = rows[0] ?? { keys: null, labels: [], counts: [] };
  return (keys ?? []).map((key, index) => ({
    key,
    label: labels[index] ?? null,
    counts: counts[index] ?? "",
  }));
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

/** Of each counter: the days from the first month of the report to its own, met, missed, judged again. A month may have several. */
function sumByMonth(counts: string, days: readonly number[], months: readonly string[]) {
  const sums = months.map((month) => ({ month, met: 0, missed: 0, share: share(0, 0), judged_again: 0 }));
  const numbers = counts.split(" ");
  for (let at = 0; at < numbers.length; at += 4) {
    const sum = sums[days.indexOf(Number(numbers[at]))];
    if (!sum) throw new Error("a counter stands for the first day of a month of the report");
    sum.met += Number(numbers[at + 1]);
    sum.missed += Number(numbers[at + 2]);
    sum.judged_again += Number(numbers[at + 3]);
  }
  for (const sum of sums) sum.share = share(sum.met, sum.missed);
  return sums;
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
