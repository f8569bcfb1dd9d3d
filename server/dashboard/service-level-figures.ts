import { sql } from "kysely";
import type { Ctx } from "#server/lib/request-context.ts";
import { matchDue } from "#server/tickets/list/match-due.ts";

type Figures = {
  overdue: number;
  due_soon: number;
  paused: number;
  met_this_month: number;
  missed_this_month: number;
};

/** Reads how the desk's service levels stand, from the rows of due times and the counters of the month. */
export async function readServiceLevelFigures({ app, now }: Pick<Ctx, "app" | "now">): Promise<Figures> {
  const { rows } = await app.reports.read(({ db }) =>
    sql<Figures>`
      with month as (
        select coalesce(sum(met), 0)::int as met, coalesce(sum(missed), 0)::int as missed from sla_monthly_totals
        where month = date_trunc('month', ${now}::timestamptz at time zone (select organisation_zone()))::date)
      select
        (select count(*)::int from sla_due d where ${matchDue("overdue", now)}) as overdue,
        (select count(*)::int from sla_due d where ${matchDue("due_soon", now)}) as due_soon,
        (select count(*)::int from sla_due d where ${matchDue("paused", now)}) as paused,
        met as met_this_month, missed as missed_this_month
      from month`.execute(db),
  );
  const [row] = rows;
  if (!row) throw new Error("the statement answers one row");
  return row;
}
