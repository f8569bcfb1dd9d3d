import { isClosed, PRIORITIES, type Priority, type Status, STATUSES_IN_COURSE } from "#contract/statuses.ts";
import { askNamed } from "#server/db/ask-named.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { readServiceLevelFigures } from "./service-level-figures.ts";
import { TREND_DAYS, computeTrend, type Day } from "./trend.ts";

/** The order of the priority chart: the most pressing first. */
const PRIORITY_ORDER: readonly Priority[] = PRIORITIES.toReversed();

type Total = { status: string; priority: string; n: number; unassigned: number; seconds: number };
type Row = {
  today: string;
  totals: Total[];
  days: Day[];
  internal: number;
  external: number;
  companies: number;
  median: number | null;
  staff: number;
};

/**
 * Reads the metrics of the whole desk (rules 56 to 60) from the counters alone: the same few rows however many
 * tickets there are. Days are the organization's.
 */
export async function readMetrics(ctx: Pick<Ctx, "app" | "now">) {
  // A named statement is planned once a connection. It only reads, so bypassing the transaction of ctx.db is safe.
  const { rows } = await ctx.app.reports.read(({ pool }) =>
    askNamed<Row>(pool, { name: "dashboard.metrics", text: METRICS, values: [ctx.now, TREND_DAYS] }),
  );
  const [row] = rows;
  if (!row) throw new Error("the metrics statement answers one row");
  const total = sumBy(row.totals, ({ n }) => n);
  const closed = sumBy(row.totals, ({ status, n }) => (isClosed(status) ? n : 0));
  return {
    system_overview: {
      total_users: row.internal + row.external,
      internal_users: row.internal,
      external_users: row.external,
      total_companies: row.companies,
      active_support_staff: row.staff,
    },
    ticket_metrics: {
      total,
      open: countInStatus(row, "open"),
      closed,
      in_progress: countInStatus(row, "in_progress"),
      unassigned_count: sumBy(row.totals, ({ status, unassigned }) => (isClosed(status) ? 0 : unassigned)),
      avg_resolution_time_hours: closed
        ? Math.round(sumBy(row.totals, ({ seconds }) => seconds) / closed / 3600)
        : null,
      median_resolution_time_hours: row.median,
      by_status: STATUSES_IN_COURSE.map((status) => ({ status, count: countInStatus(row, status) })),
      by_priority: PRIORITY_ORDER.map((priority) => ({
        priority,
        count: sumBy(row.totals, (each) => (each.priority === priority ? each.n : 0)),
      })),
    },
    ticket_trend: computeTrend({ today: row.today, days: row.days, activeNow: total - closed }),
  };
}

/** The same, with how service levels stand for those who read them. */
export async function readDashboard(ctx: Ctx) {
  const isShown = await ctx.app.serviceLevels.isShown(ctx);
  return { ...(await readMetrics(ctx)), ...(isShown && { sla: await readServiceLevelFigures(ctx) }) };
}

function countInStatus(row: Row, status: Status): number {
  return sumBy(row.totals, (each) => (each.status === status ? each.n : 0));
}

function sumBy<T>(rows: readonly T[], value: (row: T) => number): number {
  return rows.reduce((total, row) => total + value(row), 0);
}

/** Days after today exist only where a ticket was imported from a clock that runs ahead; the trend needs them. */
const METRICS = `
  with today as materialized (select organisation_day($1::timestamptz) as day),
  totals as (
    select status, priority, sum(n)::bigint as n,
      coalesce(sum(n) filter (where not assigned), 0)::bigint as unassigned, sum(resolved_seconds)::bigint as seconds
    from ticket_totals group by status, priority),
  days as (
    select day, sum(created)::bigint as created, sum(closed)::bigint as closed
    from ticket_daily where day > (select day from today) - $2::int group by day),
  resolved as (select hours, sum(n::float8) over (order by hours) as upto from resolution_counts),
  desk as (select kind, sum(n)::bigint as n from desk_totals group by kind)
  select
    (select day from today) as today,
    (select coalesce(json_agg(totals), '[]') from totals) as totals,
    (select coalesce(json_agg(days), '[]') from days) as days,
    (select coalesce(sum(n), 0)::bigint from desk where kind = 'internal') as internal,
    (select coalesce(sum(n), 0)::bigint from desk where kind = 'external') as external,
    (select coalesce(sum(n), 0)::bigint from desk where kind = 'company') as companies,
    -- Of two in the middle the smaller one. Read in the key's order, which ends at the middle; as floats, which are
    -- exact here and four times as fast to add up as the numerics that sums of bigint are.
    (select hours from resolved where upto > 0 and upto >= (select sum(n::float8) / 2 from resolution_counts)
      order by hours limit 1) as median,
    -- Person by person through the key: joined plainly, the roles of every client would be read for a few agents.
    (select count(*) from users u cross join lateral (
        select from user_roles ur where ur.user_id = u.id and ur.role_id = any(array(
          select role_id from role_permissions where permission = 'tickets.assign')) limit 1) as may_be_assigned
      where u.user_type = 'internal' and u.deleted_at is null) as staff`;
