import { sql } from "kysely";
import type { Db } from "#server/lib/request-context.ts";

/** What a calendar is used by, as things are now. */
export type Usage = { is_default: boolean; policies: number; companies: number };

const UNUSED: Usage = { is_default: false, policies: 0, companies: 0 };

/**
 * Counts what uses each of these calendars: service levels that name it, or no other where it is the organization's, and
 * companies whose tickets are judged by it, or that name it without a service level.
 */
export async function readUsage(db: Db, ids: readonly string[]): Promise<(id: string) => Usage> {
  if (ids.length === 0) return () => UNUSED;
  const { rows } = await sql<Usage & { id: string }>`
    with newest as (
      select distinct on (company_id) company_id, inherits, policy_id, calendar_id
      from sla_assignments order by company_id, position desc
    ),
    organization as (select policy_id, calendar_id from newest where company_id is null),
    policies as (
      select p.id, coalesce(v.calendar_id, (select calendar_id from organization)) as calendar_id
      from sla_policies p join sla_policy_versions v on v.policy_id = p.id and v.number = p.version
      where p.archived_at is null
    ),
    judged as (
      select coalesce(n.calendar_id, p.calendar_id) as calendar_id
      from companies c
      left join newest n on n.company_id = c.id
      left join policies p on p.id = case when coalesce(n.inherits, true)
        then (select policy_id from organization) else n.policy_id end
      where not c.is_internal and c.deleted_at is null
    )
    select id,
      exists (select from organization o where o.calendar_id = asked.id) as is_default,
      (select count(*)::int from policies p where p.calendar_id = asked.id) as policies,
      (select count(*)::int from judged j where j.calendar_id = asked.id) as companies
    from unnest(${ids}::uuid[]) as asked(id)`.execute(db);
  const found = new Map(rows.map(({ id, ...usage }) => [id, usage]));
  return (id) => found.get(id) ?? UNUSED;
}
