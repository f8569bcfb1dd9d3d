import type { z } from "zod";
import { parseWith } from "#server/lib/http/validation.ts";
import { mayManageMembers, mayManageTeams } from "#contract/access/groups.ts";
import { NewTeamName, type groups } from "#contract/groups.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { recordEvent } from "#server/lib/work/history.ts";
import { refuse, refuseField } from "#server/lib/refusal.ts";
import { refuseIfTaken } from "#server/lib/db/unique-violation.ts";
import { removeTicketsFromTeam } from "#server/tickets/change/unassign.ts";
import { getGroup } from "./read.ts";

type New = z.output<typeof groups.create.body>;
type Change = z.output<typeof groups.change.body>;

export async function createGroup(ctx: Ctx, { name, company_id, member_ids = [] }: New) {
  if (!mayManageTeams(ctx.actor)) throw refuse(403, "auth.not_allowed");
  const companyId = company_id ?? (await findInternalCompany(ctx));
  await refuseUnknownCompany(ctx, companyId);
  await refuseUnfitMembers(ctx, companyId, member_ids);
  const { id } = await withFreeName(
    ctx.db
      .insertInto("groups")
      .values({ name, company_id: companyId, created_at: ctx.now })
      .returning("id")
      .executeTakeFirstOrThrow(),
  );
  await addMembers(ctx, id, member_ids);
  await recordEvent(ctx, {
    id,
    kind: "group.created",
    companyId,
    after: { name, company_id: companyId, member_ids },
  });
  return getGroup(ctx, id);
}

/** Renames and sets members for administrators; sets members of the own teams for team leads. */
export async function changeGroup(ctx: Ctx, id: string, { base_version, name, member_ids }: Change) {
  const group = await lockGroup(ctx, id);
  if (!mayManageMembers(ctx.actor, group)) throw refuse(403, "auth.not_allowed");
  if (name !== undefined && !mayManageTeams(ctx.actor))
    throw refuse(403, "field.not_changeable", { params: { field: "name" } });
  if (group.archived_at) throw refuse(409, "group.archived");
  if (base_version !== undefined && base_version !== group.version)
    throw refuse(409, "request.changed_meanwhile");
  if (name !== undefined && name !== group.name) parseWith(NewTeamName, { name });
  if (member_ids) await refuseUnfitMembers(ctx, group.company_id, member_ids);
  await withFreeName(
    ctx.db
      .updateTable("groups")
      .set((eb) => ({ name: name ?? group.name, version: eb("version", "+", 1) }))
      .where("id", "=", id)
      .execute(),
  );
  if (member_ids) await replaceMembers(ctx, group, member_ids);
  await recordEvent(ctx, {
    id,
    kind: "group.changed",
    companyId: group.company_id,
    before: { name: group.name, member_ids: group.member_ids },
    after: { name: name ?? group.name, member_ids: member_ids ?? group.member_ids },
  });
  return getGroup(ctx, id);
}

/** Archives a group: no longer offered anywhere; its open tickets stay, without a team, closed ones keep its name. */
export async function archiveGroup(ctx: Ctx, id: string): Promise<void> {
  const group = await lockGroup(ctx, id);
  if (!mayManageTeams(ctx.actor)) throw refuse(403, "auth.not_allowed");
  if (group.archived_at) return;
  await setArchived(ctx, id, ctx.now);
  const released = await removeTicketsFromTeam(ctx, id);
  await recordArchived(ctx, group, "group.archived", { tickets_without_team: released });
}

export async function restoreGroup(ctx: Ctx, id: string) {
  const group = await lockGroup(ctx, id);
  if (!mayManageTeams(ctx.actor)) throw refuse(403, "auth.not_allowed");
  if (!group.archived_at) return group;
  await withFreeName(setArchived(ctx, id, null));
  await recordArchived(ctx, group, "group.restored", {});
  return getGroup(ctx, id);
}

async function setArchived(ctx: Ctx, id: string, at: Date | null): Promise<void> {
  await ctx.db
    .updateTable("groups")
    .set((eb) => ({ deleted_at: at, version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .execute();
}

type Group = Awaited<ReturnType<typeof getGroup>>;

async function recordArchived(
  ctx: Ctx,
  group: Group,
  kind: "group.archived" | "group.restored",
  after: Record<string, number>,
) {
  const { id, company_id, name } = group;
  await recordEvent(ctx, {
    id,
    kind,
    companyId: company_id,
    before: { archived: group.archived_at !== null },
    after: { archived: group.archived_at === null, name, ...after },
  });
}

async function lockGroup(ctx: Ctx, id: string): Promise<Group> {
  await ctx.db.selectFrom("groups").select("id").where("id", "=", id).forUpdate().execute();
  return getGroup(ctx, id);
}

async function replaceMembers(ctx: Ctx, group: Group, memberIds: string[]): Promise<void> {
  const leaving = group.member_ids.filter((member) => !memberIds.includes(member));
  // Only those who were shown can leave: a deleted member comes back with the restore.
  if (leaving.length > 0)
    await ctx.db
      .deleteFrom("group_members")
      .where("group_id", "=", group.id)
      .where("user_id", "in", leaving)
      .execute();
  await addMembers(ctx, group.id, memberIds);
}

async function addMembers(ctx: Ctx, groupId: string, memberIds: string[]): Promise<void> {
  if (memberIds.length === 0) return;
  await ctx.db
    .insertInto("group_members")
    .values([...new Set(memberIds)].map((member) => ({ group_id: groupId, user_id: member })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function findInternalCompany(ctx: Ctx): Promise<string> {
  const { id } = await ctx.db
    .selectFrom("companies")
    .select("id")
    .where("is_internal", "=", true)
    .executeTakeFirstOrThrow();
  return id;
}

async function refuseUnknownCompany(ctx: Ctx, id: string): Promise<void> {
  const company = await ctx.db
    .selectFrom("companies")
    .select("id")
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!company) throw refuseField(422, "company_id", "company.unknown");
}

/** Refuses members of another company than the group's: staff belong to teams, clients to their departments. */
async function refuseUnfitMembers(ctx: Ctx, companyId: string, memberIds: string[]): Promise<void> {
  if (memberIds.length === 0) return;
  const found = await ctx.db
    .selectFrom("users")
    .select("id")
    .where("id", "in", memberIds)
    .where("company_id", "=", companyId)
    .where("deleted_at", "is", null)
    .execute();
  if (found.length < new Set(memberIds).size)
    throw refuseField(422, "member_ids", "group.member_of_other_company");
}

/** Refuses a name that an active group has; an archived one leaves its name free. */
function withFreeName<T>(work: Promise<T>): Promise<T> {
  return refuseIfTaken(work, "name", "group.name_taken");
}
