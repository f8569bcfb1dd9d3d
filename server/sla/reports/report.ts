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
import { firstDay, listMonths } from "./months.ts";

export type ReportQuery = z.output<typeof reportEndpoints.report.query>;

type Count = {
  key: string;
  label: string | null;
  month: string;
  met: number;
  missed: number;
  judged_again: number;
};
type Figures = { met: number; missed: number; share: number | null; judged_again: number };

/**
 * How service levels were kept, from counters alone. Refuses 403 whoever may not know; client administrators read their own
 * company's figures, and not those of another one.
 */
export async function readReport(ctx: Ctx, query: ReportQuery) {
  const company = await resolveCompany(ctx, query);
  const months = await listMonths(ctx, query);
  const counts = await readCounts(ctx, { ...query, company_id: company }, months);
  const groups = Map.groupBy(counts, ({ key }) => key);
  const rows = [...groups].map(([key, group]) => {
    const ofMonth = new Map(group.map((count) => [count.month, count]));
    return {
      key,
      label: labelOf(query.by, key, group[0]?.label ?? null),
      ...sumUp(group),
      months: months.map((month) => ({ month, ...describe(ofMonth.get(month) ?? NOTHING) })),
    };
  });
  return {
    rows: rows.toSorted((a, b) => compare(query.by, a, b)),
    total: sumUp(counts),
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

/** One count for each key and month in which there is one. */
async function readCounts(ctx: Ctx, query: ReportQuery, months: readonly string[]): Promise<Count[]> {
  const { by, company_id, priority, target } = query;
  const grouped = sql.ref(`m.${by === "company" ? "company_id" : by}`);
  // A slot holds no more than an int does, whose sums are cheaper. Names are joined to the few rows that are left.
  const { rows } = await sql<Count>`
    select counted.*, ${by === "company" ? sql`c.name` : sql`null`} as label
    from (
      select ${grouped} as key, m.month, sum(m.met::int) as met, sum(m.missed::int) as missed,
        sum(m.judged_again::int) as judged_again
      from sla_monthly m
      where m.month between ${firstDay(months[0])}::date and ${firstDay(months.at(-1))}::date
        and ${company_id === undefined ? sql`true` : sql`m.company_id = ${company_id}`}
        and ${priority === undefined ? sql`true` : sql`m.priority = ${priority}`}
        and ${target === undefined ? sql`true` : sql`m.target = ${target}`}
      group by 1, 2) as counted
    ${by === "company" ? sql`left join companies c on c.id = counted.key` : sql``}
    where met <> 0 or missed <> 0 or judged_again <> 0`.execute(ctx.db);
  const isMonth = by === "month";
  return rows.map(({ key, month, ...count }) => ({
    ...count,
    key: isMonth ? toMonth(key) : key,
    month: toMonth(month),
  }));
}

/** Of a day as YYYY-MM-DD. */
function toMonth(day: string): string {
  return day.slice(0, "YYYY-MM".length);
}

const NOTHING = { met: 0, missed: 0, judged_again: 0 };

function sumUp(counts: readonly (typeof NOTHING)[]): Figures {
  const sum = { ...NOTHING };
  for (const { met, missed, judged_again } of counts) {
    sum.met += met;
    sum.missed += missed;
    sum.judged_again += judged_again;
  }
  return describe(sum);
}

/** The share is in whole thousandths, rounded down: 999.6 of a thousand are never all. */
function describe({ met, missed, judged_again }: typeof NOTHING): Figures {
  const all = met + missed;
  return { met, missed, share: all === 0 ? null : Math.floor((met * 1000) / all) / 1000, judged_again };
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
