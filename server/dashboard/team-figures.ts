import { mayManageTeams } from "#contract/access/groups.ts";
import { isClosed, STATUSES } from "#contract/statuses.ts";
import { askNamed } from "#server/db/ask-named.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { TREND_DAYS } from "./trend.ts";

type Figures = {
  active: number;
  open: number;
  in_progress: number;
  unassigned: number;
  closed: number;
  median_resolution_time_hours: number | null;
};
type Row = { whole: Figures; teams: (Figures & { id: string; name: string })[] };

const DAY = 24 * 3_600_000;

/**
 * Reads the figures of the teams that the caller looks after, beside those of the whole desk (rule 67): a team lead's
 * own teams, every team for who manages teams. Teams of client companies are none of them.
 */
export async function readTeamFigures(ctx: Ctx) {
  const { actor, now } = ctx;
  const since = new Date(now.getTime() - TREND_DAYS * DAY);
  const member = mayManageTeams(actor) ? null : actor.id;
  // It only reads, so bypassing the transaction of ctx.db is safe.
  const { rows } = await ctx.app.reports.read(({ pool }) =>
    askNamed<Row>(pool, { name: "dashboard.teams", text: TEAM_FIGURES, values: [since, member] }),
  );
  const [row] = rows;
  if (!row) throw new Error("the statement of the teams answers one row");
  return { days: TREND_DAYS, ...row };
}

const ACTIVE = STATUSES.filter((status) => !isClosed(status))
  .map((status) => `'${status}'`)
  .join(", ");
const FIGURES = `'active', coalesce(a.active, 0), 'open', coalesce(a.open, 0),
  'in_progress', coalesce(a.in_progress, 0), 'unassigned', coalesce(a.unassigned, 0),
  'closed', coalesce(c.closed, 0), 'median_resolution_time_hours', c.median`;

/** Active tickets of the whole desk come from the counters; of teams, and all that was closed lately, from an index alone. */
const TEAM_FIGURES = `
  with teams as materialized (
    select g.id, g.name from groups g join companies c on c.id = g.company_id
    where c.is_internal and g.deleted_at is null and ($2::uuid is null
      or exists (select from group_members m where m.group_id = g.id and m.user_id = $2))),
  active as (
    select group_id, count(*) as active, count(*) filter (where status = 'open') as open,
      count(*) filter (where status = 'in_progress') as in_progress,
      count(*) filter (where assignee_id is null) as unassigned
    from tickets where group_id = any(array(select id from teams)) and status in (${ACTIVE}) and deleted_at is null
    group by group_id),
  closed as materialized (
    select group_id, grouping(group_id) = 1 as is_whole, count(*) as closed,
      percentile_disc(0.5) within group (order by resolved_hours('closed', created, closed, closed)) as median
    from tickets where closed > $1 and status = 'closed' and deleted_at is null group by grouping sets ((group_id), ())),
  whole as (
    select coalesce(sum(n) filter (where status <> 'closed'), 0)::bigint as active,
      coalesce(sum(n) filter (where status = 'open'), 0)::bigint as open,
      coalesce(sum(n) filter (where status = 'in_progress'), 0)::bigint as in_progress,
      coalesce(sum(n) filter (where status <> 'closed' and not assigned), 0)::bigint as unassigned
    from ticket_totals)
  select
    (select json_build_object(${FIGURES}) from whole a left join closed c on c.is_whole) as whole,
    (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, ${FIGURES}) order by lower(t.name)), '[]')
      from teams t left join active a on a.group_id = t.id
      left join closed c on c.group_id = t.id and not c.is_whole) as teams`;
