import type { PoolClient } from "pg";

/** Of three hours that a ticket of the seed is open, about one is within business hours. */
const SHARE = 3;

/**
 * Where the desk has a service level for everybody: gives closed tickets verdicts, whose hours are guessed, and leaves the open
 * ones to the clocks, which compute them at the next start.
 */
export async function seedServiceLevels(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ is_on: boolean }>("select is_on from sla_state");
  if (!rows[0]?.is_on) return;
  await client.query(
    `with choice as (
       select a.policy_id, a.calendar_id, a.from_at from sla_assignments a
       where a.company_id is null and a.policy_id is not null order by a.position desc limit 1),
     judge as (
       select v.id as policy_version_id, c.id as calendar_version_id, choice.from_at
       from choice
       join sla_policy_versions v on v.policy_id = choice.policy_id
       join calendar_versions c on c.calendar_id = coalesce(v.calendar_id, choice.calendar_id)
       order by v.number desc, c.number desc limit 1),
     ended as (
       select t.*, 'resolution' as target, t.closed as ended_at, goal.resolution_minutes * 60 as target_seconds
       from tickets t, judge, sla_targets goal
       where t.status = 'closed' and t.created >= judge.from_at and goal.policy_version_id = judge.policy_version_id
         and goal.priority = t.priority and t.closed is not null
       union all
       select t.*, 'first_response', t.first_response, goal.first_response_minutes * 60
       from tickets t, judge, sla_targets goal
       where t.first_response is not null and t.created >= judge.from_at
         and goal.policy_version_id = judge.policy_version_id and goal.priority = t.priority),
     used as (
       select ended.*, greatest(0, extract(epoch from ended_at - created)::bigint / ${SHARE})::int as used_seconds from ended)
     insert into sla_verdicts (id, ticket_id, target, cycle, verdict, started_at, ended_at, month, company_id, priority,
       assignee_id, target_seconds, used_seconds, over_seconds, policy_version_id, calendar_version_id, tz, decided_at)
     select gen_random_uuid(), u.id, u.target, 1, case when used_seconds <= target_seconds then 'met' else 'missed' end,
       u.created, u.ended_at, date_trunc('month', u.ended_at at time zone organisation_zone())::date, u.company_id,
       u.priority, u.assignee_id, target_seconds, used_seconds, greatest(0, used_seconds - target_seconds),
       judge.policy_version_id, judge.calendar_version_id, 'seed', u.ended_at
     from used u, judge
     where u.company_id is not null and u.target_seconds is not null and u.deleted_at is null
     on conflict (ticket_id, target, cycle) where supersedes_id is null do nothing`,
  );
  // What happened on closed tickets need not be computed.
  await client.query(
    "delete from sla_queue q using tickets t where t.id = q.ticket_id and (t.status = 'closed' or t.company_id is null)",
  );
}
