import { sql } from "kysely";
import { isExternal } from "#contract/access/actor.ts";
import { PERMISSIONS, isPermission } from "#contract/access/permissions.ts";
import { roleLabel } from "#contract/labels.ts";
import type { Ctx, Db } from "#server/lib/request-context.ts";
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
