import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { z } from "zod";
import { mayManageSla } from "#contract/access/sla.ts";
import { LIMITS } from "#contract/limits.ts";
import type { policyEndpoints } from "#contract/sla/policies.ts";
import { refuseIfTaken } from "#server/lib/db/unique-violation.ts";
import { refuse, refuseField } from "#server/lib/refusal.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { findChangedFields } from "#server/lib/work/find-changed-fields.ts";
import { recordEvent } from "#server/lib/work/history.ts";
import { assignToEveryone } from "../assignments/write.ts";
import { holdCalendar, lockChoices, refuseWithoutHours } from "../assignments/hold.ts";
import { readChoices } from "../assignments/read.ts";
import { newestAssignments } from "../newest-assignments.ts";
import { getPolicy, toTargetRows } from "./read.ts";

type New = z.output<typeof policyEndpoints.createPolicy.body>;
type Saved = z.output<typeof policyEndpoints.changePolicy.body>;
type Draft = Omit<Saved, "base_version">;

/**
 * Creates a service level, and applies it to everybody where that is asked. Refuses 403, 409 for a name that another one has,
 * 422 where as many are kept as may be, and for a calendar that is not there.
 */
export async function createPolicy(ctx: Ctx, { for_everyone, ...draft }: New) {
  if (!mayManageSla(ctx.actor)) throw refuse(403, "auth.not_allowed");
  await refuseTooMany(ctx);
  await holdCalendar(ctx.db, draft.calendar_id);
  const { id } = await refuseIfTaken(
    ctx.db
      .insertInto("sla_policies")
      .values({ name: draft.name, version: 1 })
      .returning("id")
      .executeTakeFirstOrThrow(),
    "name",
    "sla.name_taken",
  );
  await insertVersion(ctx, { id, number: 1 }, draft);
  await recordEvent(ctx, { id, kind: "sla_policy.saved", after: { ...draft, version: 1 } });
  if (for_everyone) await assignToEveryone(ctx, { policyId: id, calendarId: draft.calendar_id });
  return getPolicy(ctx, id);
}

/**
 * Saves a new version, unless nothing differs. Refuses 404 for one that is archived, 409 for one that somebody saved
 * meanwhile or whose name another one has, 422 where no calendar would be left for those that it is chosen for.
 */
export async function changePolicy(ctx: Ctx, id: string, { base_version, ...draft }: Saved) {
  if (!mayManageSla(ctx.actor)) throw refuse(403, "auth.not_allowed");
  await lockChoices(ctx.db);
  const policy = await lockPolicy(ctx, id);
  if (base_version !== policy.version) throw refuse(409, "request.changed_meanwhile");
  const standing = await getPolicy(ctx, id);
  const { name, calendar_id, pauses_for_client, pauses_for_third_party, targets } = standing;
  const before = { name, calendar_id, pauses_for_client, pauses_for_third_party, targets };
  const changed = findChangedFields(before, draft, isDeepStrictEqual);
  if (!changed) return standing;
  if (draft.calendar_id !== calendar_id) await changeCalendar(ctx, id, draft.calendar_id);
  const version = policy.version + 1;
  await refuseIfTaken(
    ctx.db.updateTable("sla_policies").set({ name: draft.name, version }).where("id", "=", id).execute(),
    "name",
    "sla.name_taken",
  );
  await insertVersion(ctx, { id, number: version }, draft);
  await recordEvent(ctx, {
    id,
    kind: "sla_policy.saved",
    before: { ...changed.before, version: policy.version },
    after: { ...changed.after, version },
  });
  return getPolicy(ctx, id);
}

async function changeCalendar({ db }: Ctx, id: string, calendarId: string | null): Promise<void> {
  await holdCalendar(db, calendarId);
  const choices = await readChoices(db);
  refuseWithoutHours(
    choices.map((choice) =>
      choice.policy_id === id ? { ...choice, policy_calendar_id: calendarId } : choice,
    ),
  );
}

/** Archives a service level. Refuses 404 for one that is archived already, 409 for one that is chosen for somebody. */
export async function deletePolicy(ctx: Ctx, id: string): Promise<void> {
  const { name } = await lockPolicy(ctx, id);
  const { rows } = await sql<{ company_id: string | null }>`
    select a.company_id from ${newestAssignments()} a left join companies c on c.id = a.company_id
    where a.policy_id = ${id} and c.deleted_at is null`.execute(ctx.db);
  if (rows.length > 0)
    throw refuse(409, "sla.policy_in_use", {
      params: { companies: rows.filter(({ company_id }) => company_id !== null).length },
    });
  await ctx.db.updateTable("sla_policies").set({ archived_at: ctx.now }).where("id", "=", id).execute();
  await recordEvent(ctx, { id, kind: "sla_policy.archived", before: { name } });
}

/** Waits for whoever saves or chooses it meanwhile. */
async function lockPolicy(ctx: Ctx, id: string) {
  if (!mayManageSla(ctx.actor)) throw refuse(403, "auth.not_allowed");
  const policy = await ctx.db
    .selectFrom("sla_policies")
    .select(["name", "version"])
    .where("id", "=", id)
    .where("archived_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (!policy) throw refuse(404, "sla.policy_not_found");
  return policy;
}

/** Of two at once the second one sees how many there are. */
async function refuseTooMany({ db }: Ctx): Promise<void> {
  await sql`select pg_advisory_xact_lock(70, 0)`.execute(db);
  const { kept } = await db
    .selectFrom("sla_policies")
    .select((eb) => eb.fn.countAll<number>().as("kept"))
    .where("archived_at", "is", null)
    .executeTakeFirstOrThrow();
  if (kept >= LIMITS.slaPolicies)
    throw refuseField(422, "name", "sla.too_many_policies", { max: LIMITS.slaPolicies });
}

async function insertVersion(
  { db, now, actor }: Ctx,
  { id, number }: { id: string; number: number },
  { calendar_id, pauses_for_client, pauses_for_third_party, targets }: Draft,
): Promise<void> {
  const version = await db
    .insertInto("sla_policy_versions")
    .values({
      policy_id: id,
      number,
      calendar_id,
      pauses_for_client,
      pauses_for_third_party,
      created_at: now,
      created_by: actor.id,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("sla_targets")
    .values(toTargetRows(targets).map((row) => ({ ...row, policy_version_id: version.id })))
    .execute();
}
