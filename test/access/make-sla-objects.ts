import { randomUUID } from "node:crypto";
import { makeUser, type Player, type Stage } from "./callers.ts";
import { makeRow, missing, type Relation, type Target } from "./make-objects.ts";

/** A service level of the desk; deleted is archived. */
export async function slaPolicy(stage: Stage, player: Player, relation: Relation): Promise<Target> {
  const absent = await missing(relation, async () => player.id);
  if (absent) return { id: absent, ticket: absent };
  const now = stage.world.clock.now();
  const id = await makeRow(
    stage,
    "make-sla-policy",
    `with made as (insert into sla_policies (name, archived_at) values ($1, $2) returning id),
       version as (insert into sla_policy_versions (policy_id, number, pauses_for_client, pauses_for_third_party, created_at,
           created_by) select id, 1, true, true, $3, $4 from made returning id),
       targets as (insert into sla_targets (policy_version_id, priority, resolution_minutes)
         select id, 'normal', 60 from version)
       select id from made`,
    [`Service level ${randomUUID()}`, relation === "deleted" ? now : null, now, player.id],
  );
  return { id, ticket: id };
}

/** An application to open tickets that has come to its end; a colleague's where it is nobody's own. */
export async function slaApplication(stage: Stage, player: Player, relation: Relation): Promise<Target> {
  const absent = await missing(relation, async () => player.id);
  if (absent) return { id: absent, ticket: absent };
  const now = stage.world.clock.now();
  const colleague = { role: "administrator", company: stage.companies.internal, isExternal: false } as const;
  const by = relation === "own" ? player.id : (await makeUser(stage, colleague)).id;
  const id = await makeRow(
    stage,
    "make-sla-application",
    `insert into sla_applications (group_id, scope, applied_by, at, open_tickets, done_at)
       values (gen_random_uuid(), '{"company_id": null}', $1, $2, 0, $2) returning group_id as id`,
    [by, now],
  );
  return { id, ticket: id };
}
