import { sql } from "kysely";
import { mayReadSla } from "#contract/access/sla.ts";
import { PRIORITIES, type Priority } from "#contract/statuses.ts";
import { refuse } from "#server/lib/refusal.ts";
import type { Ctx, Db } from "#server/lib/request-context.ts";
import type { TargetRow } from "../known.ts";
import { newestAssignments } from "../newest-assignments.ts";

/** Lists the service levels by name, without archived ones. */
export async function listPolicies(ctx: Ctx) {
  const rows = await policyQuery(ctx)
    .where("p.archived_at", "is", null)
    .orderBy(sql`name_key(p.name)`)
    .orderBy("p.id")
    .execute();
  return { policies: rows };
}

/** Reads one, archived ones too. Refuses 404 for one, or a version of it, that is not there. */
export async function getPolicy(ctx: Ctx, id: string, { version }: { version?: number | undefined } = {}) {
  const policy = await policyQuery(ctx).select("p.archived_at").where("p.id", "=", id).executeTakeFirst();
  if (!policy) throw refuse(404, "sla.policy_not_found");
  const versions = await ctx.db
    .selectFrom("sla_policy_versions as v")
    .innerJoin("principals as by", "by.id", "v.created_by")
    .leftJoin("users as u", "u.id", "v.created_by")
    .leftJoin("calendars as c", "c.id", "v.calendar_id")
    .where("v.policy_id", "=", id)
    .select(["v.id", "v.number", "v.created_at", "v.calendar_id", "c.name as calendar_name"])
    .select(["v.pauses_for_client", "v.pauses_for_third_party"])
    .select(sql<string>`coalesce(u.fullname, by.name)`.as("created_by_fullname"))
    .orderBy("v.number", "desc")
    .execute();
  const shown = versions.find(({ number }) => number === (version ?? policy.version));
  if (!shown) throw refuse(404, "sla.policy_not_found");
  return {
    ...policy,
    calendar_id: shown.calendar_id,
    calendar_name: shown.calendar_name,
    pauses_for_client: shown.pauses_for_client,
    pauses_for_third_party: shown.pauses_for_third_party,
    targets: await readTargets(ctx.db, shown.id),
    versions: versions.map(({ number, created_at, created_by_fullname }) => ({
      number,
      created_at: created_at.toISOString(),
      created_by_fullname,
    })),
    archived_at: policy.archived_at?.toISOString() ?? null,
  };
}

/** Selects service levels with what their newest version says, and for whom they are chosen. Refuses 403 for clients. */
function policyQuery(ctx: Ctx) {
  if (!mayReadSla(ctx.actor)) throw refuse(403, "auth.not_allowed");
  return ctx.db
    .selectFrom("sla_policies as p")
    .innerJoin("sla_policy_versions as v", (join) =>
      join.onRef("v.policy_id", "=", "p.id").onRef("v.number", "=", "p.version"),
    )
    .leftJoin("calendars as c", "c.id", "v.calendar_id")
    .select(["p.id", "p.name", "p.version", "v.calendar_id", "c.name as calendar_name"])
    .select([
      sql<number>`(select count(*)::int from ${newestAssignments()} a join companies k on k.id = a.company_id
        where a.policy_id = p.id and k.deleted_at is null)`.as("companies"),
      sql<boolean>`exists (select from ${newestAssignments()} a where a.company_id is null and a.policy_id = p.id)`.as(
        "is_default",
      ),
    ]);
}

export type Targets = Record<Priority, Omit<TargetRow, "priority">>;

/** Targets of a version as the contract shows them. */
export async function readTargets(db: Db, versionId: string): Promise<Targets> {
  const rows = await db
    .selectFrom("sla_targets")
    .select(["priority", "first_response_minutes", "next_response_minutes", "resolution_minutes"])
    .select("around_the_clock")
    .where("policy_version_id", "=", versionId)
    .execute();
  const of = (priority: Priority) => {
    const row = rows.find((each) => each.priority === priority);
    return {
      first_response_minutes: row?.first_response_minutes ?? null,
      next_response_minutes: row?.next_response_minutes ?? null,
      resolution_minutes: row?.resolution_minutes ?? null,
      around_the_clock: row?.around_the_clock ?? false,
    };
  };
  return { urgent: of("urgent"), high: of("high"), normal: of("normal"), low: of("low") };
}

/** Rows of `sla_targets` for targets as the contract takes them. */
export function toTargetRows(targets: Targets): TargetRow[] {
  return PRIORITIES.map((priority) => ({ priority, ...targets[priority] }));
}
