import { sql } from "kysely";
import { isExternal } from "#contract/access/actor.ts";
import { PERMISSIONS, isPermission } from "#contract/access/permissions.ts";
import { mayReadRoleHistory, maySeeAddresses } from "#contract/access/users.ts";
import type { EventDetails } from "#contract/events.ts";
import { roleLabel } from "#contract/labels.ts";
import type { Ctx, Db } from "#server/lib/context.ts";
import { refuse } from "#server/lib/refusal.ts";
import { findPerson } from "./find-user.ts";

/** Lists the roles that the caller may see: external people see external roles only (rule 133). */
export async function listRoles(ctx: Ctx) {
  const rows = await roleQuery(ctx.db)
    .$if(isExternal(ctx.actor), (query) => query.where("r.type", "=", "external"))
    .execute();
  return rows.toSorted((a, b) => roleLabel(a.name).localeCompare(roleLabel(b.name), "en"));
}

export async function getRolePermissions(ctx: Ctx, roleId: string) {
  const role = await ctx.db
    .selectFrom("roles")
    .select(["description", "type"])
    .where("id", "=", roleId)
    .$if(isExternal(ctx.actor), (query) => query.where("type", "=", "external"))
    .executeTakeFirst();
  if (!role) throw refuse(404, "role.not_found");
  const held = await ctx.db
    .selectFrom("role_permissions")
    .select("permission")
    .where("role_id", "=", roleId)
    .execute();
  return {
    ...role,
    permissions: held.map((row) => describePermission(row.permission)).toSorted(compareCategories),
  };
}

function describePermission(key: string) {
  const [category, label, description] = isPermission(key) ? PERMISSIONS[key] : ["Other", key, ""];
  return { key, label, description, category };
}

function compareCategories(
  a: { category: string; label: string },
  b: { category: string; label: string },
): number {
  return a.category.localeCompare(b.category, "en") || a.label.localeCompare(b.label, "en");
}

export async function getRolesOfUser(ctx: Ctx, userId: string) {
  const person = await findPerson(ctx, userId);
  return readRoles(ctx.db, person.id);
}

export async function readRoles(db: Db, userId: string) {
  return roleQuery(db)
    .innerJoin("user_roles as ur", "ur.role_id", "r.id")
    .where("ur.user_id", "=", userId)
    .orderBy("r.key")
    .execute();
}

function roleQuery(db: Db) {
  return db
    .selectFrom("roles as r")
    .select([
      "r.id",
      "r.name",
      "r.type",
      "r.description",
      sql<number>`(select count(*)::int from role_permissions p where p.role_id = r.id)`.as(
        "permission_count",
      ),
    ]);
}

/** Lists the changes of a person's roles, newest first. Refuses 403 without the right to read them (rule 120). */
export async function listRoleHistory(ctx: Ctx, userId: string, limit: number) {
  const person = await findPerson(ctx, userId);
  if (!mayReadRoleHistory(ctx.actor, person)) throw refuse(403, "auth.not_allowed");
  const rows = await ctx.db
    .selectFrom("history as h")
    .leftJoin("users as u", "u.id", "h.principal_id")
    .select((eb) => [
      "h.id",
      "h.occurred_at",
      "h.ip",
      "h.reason",
      "h.before",
      "h.after",
      "u.fullname",
      "u.email",
      "u.user_type",
      eb.fn.countAll<number>().over().as("total"),
    ])
    .where("h.entity", "=", "user")
    .where("h.entity_id", "=", userId)
    .where("h.kind", "=", "user.roles_changed")
    .orderBy("h.seq", "desc")
    .limit(limit)
    .$castTo<{
      id: string;
      occurred_at: Date;
      ip: string | null;
      reason: string | null;
      before: EventDetails["user.roles_changed"]["before"];
      after: EventDetails["user.roles_changed"]["after"];
      fullname: string | null;
      email: string | null;
      user_type: "internal" | "external" | null;
      total: number;
    }>()
    .execute();
  const isShownStaff = !isExternal(ctx.actor);
  return {
    total: rows[0]?.total ?? 0,
    history: rows.map((row) => ({
      id: row.id,
      timestamp: row.occurred_at.toISOString(),
      performed_by_fullname: row.fullname,
      performed_by_email: isShownStaff || row.user_type === "external" ? row.email : null,
      ip_address: maySeeAddresses(ctx.actor) ? row.ip : null,
      reason: row.reason,
      changes: listChanges(row.before.roles, row.after.roles),
    })),
  };
}

function listChanges(before: string[], after: string[]) {
  return {
    added_roles: after.filter((role) => !before.includes(role)),
    removed_roles: before.filter((role) => !after.includes(role)),
    unchanged_roles: after.filter((role) => before.includes(role)),
  };
}
