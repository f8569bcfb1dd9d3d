import { sql } from "kysely";
import type { Db } from "#server/lib/request-context.ts";
import { findReferencedIds } from "../find-referenced-ids.ts";

type Marked = { policies: string[]; assignments: string[]; cast: string[] };

/**
 * Removes the demo's service levels but for those that judged something real, that somebody real has chosen for somebody, or
 * has saved. With each goes the demo's choice of it.
 */
export async function removeSampleServiceLevels(
  db: Db,
  { policies, assignments, cast }: Marked,
): Promise<void> {
  const { rows: versions } = await sql<{ id: string; policy_id: string }>`
    select id, policy_id from sla_policy_versions where policy_id = any(${policies}::uuid[])`.execute(db);
  const named = await findReferencedIds(db, {
    tables: ["sla_policies", "sla_policy_versions"],
    ids: [...policies, ...versions.map(({ id }) => id)],
    besides: ["sla_policy_versions.policy_id", "sla_targets.policy_version_id", "sla_assignments.policy_id"],
  });
  const used = versions.flatMap(({ id, policy_id }) => (named.has(id) ? [policy_id] : []));
  const { rows: leaving } = await sql<{ id: string }>`
    select p.id from sla_policies p
    where p.id = any(${policies}::uuid[]) and p.id <> all(${used}::uuid[])
      and not exists (select from sla_assignments a where a.policy_id = p.id and a.id <> all(${assignments}::uuid[]))
      and not exists (
        select from history h join principals by on by.id = h.principal_id
        where h.entity = 'sla' and h.entity_id = p.id and by.kind = 'user' and by.id <> all(${cast}::uuid[]))`.execute(
    db,
  );
  const gone = leaving.map(({ id }) => id);
  await sql`delete from sla_assignments where id = any(${assignments}::uuid[])
    and (policy_id is null or policy_id = any(${gone}::uuid[]))`.execute(db);
  await sql`delete from sla_policies where id = any(${gone}::uuid[])`.execute(db);
  await sql`delete from history where entity = 'sla' and entity_id = any(${gone}::uuid[])`.execute(db);
}
