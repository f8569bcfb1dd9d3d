import type { z } from "zod";
import { roleKey } from "#contract/access/actor.ts";
import type { RoleName } from "#contract/access/permissions.ts";
import { mayAssignRoles } from "#contract/access/users.ts";
import type { roles } from "#contract/roles.ts";
import { endLinksAfter } from "#server/auth/revoke-action-links.ts";
import type { Ctx, Db } from "#server/lib/request-context.ts";
import { recordEvent } from "#server/lib/work/history.ts";
import { refuse, refuseField } from "#server/lib/refusal.ts";
import { refuseLastClientAdmin, refuseLastAdministrator } from "./last-administrator.ts";
import { lockLivingPerson } from "./find-user.ts";
import { readRoles } from "./read.ts";

type Wish = Pick<z.output<typeof roles.set.body>, "role_names" | "base_role_names" | "reason">;

/** Replaces somebody's roles; it holds with their next request, and links mailed to them before stop working. */
export async function setRoles(ctx: Ctx, userId: string, { role_names, base_role_names, reason }: Wish) {
  const person = await lockLivingPerson(ctx, userId);
  if (!mayAssignRoles(ctx.actor, person)) throw refuse(403, "auth.not_allowed");
  const wanted = await resolveRoleNames(ctx.db, person.user_type, role_names);
  const held = await readRoles(ctx.db, person.id);
  if (haveSameRoles(held, wanted)) return { roles: held };
  if (base_role_names && !areNamesOf(held, base_role_names)) throw refuse(409, "request.changed_meanwhile");
  const isLosing = (name: string) =>
    held.some((role) => role.name === name) && !wanted.some((role) => role.name === name);
  if (isLosing("administrator")) await refuseLastAdministrator(ctx, person.id);
  if (isLosing("client_admin"))
    await refuseLastClientAdmin(ctx, { leaving: person.id, companyId: person.company_id });
  await replaceRoles(ctx.db, person.id, wanted);
  await endLinksAfter(ctx.db, person.id, "roles changed", ctx.now);
  await recordEvent(ctx, {
    id: person.id,
    kind: "user.roles_changed",
    companyId: person.company_id,
    before: { roles: held.map(({ name }) => name) },
    after: { roles: wanted.map(({ name }) => name) },
    reason: reason || null,
  });
  return { roles: await readRoles(ctx.db, person.id) };
}

type NamedRole = { id: string; name: string };

/**
 * Resolves role names, compared without case and with spaces as underscores. Refuses 422 for unknown names, for the
 * other type's roles, and for external people anything but exactly one (rule 122).
 */
export async function resolveRoleNames(
  db: Db,
  userType: "internal" | "external",
  names: readonly string[],
): Promise<NamedRole[]> {
  const keys = [...new Set(names.map(roleKey))];
  const found = await db
    .selectFrom("roles")
    .select(["id", "name", "key", "type"])
    .where("key", "in", keys)
    .orderBy("key")
    .execute();
  if (found.length < keys.length) throw refuseField(422, "role_names", "role.unknown");
  if (found.some(({ type }) => type !== userType))
    throw refuseField(
      422,
      "role_names",
      userType === "external" ? "role.external_only" : "role.internal_only",
    );
  if (userType === "external" && found.length !== 1)
    throw refuseField(422, "role_names", "role.external_exactly_one");
  return found.map(({ id, name }) => ({ id, name }));
}

/** Replaces a person's roles; the caller has checked that they fit. */
export async function replaceRoles(db: Db, userId: string, roles: readonly NamedRole[]): Promise<void> {
  await db.deleteFrom("user_roles").where("user_id", "=", userId).execute();
  if (roles.length === 0) return;
  await db
    .insertInto("user_roles")
    .values(roles.map((role) => ({ user_id: userId, role_id: role.id })))
    .execute();
}

function haveSameRoles(a: readonly NamedRole[], b: readonly NamedRole[]): boolean {
  return a.length === b.length && a.every(({ id }) => b.some((other) => other.id === id));
}

function areNamesOf(roles: readonly NamedRole[], names: readonly string[]): boolean {
  const keys = new Set(names.map(roleKey));
  return keys.size === roles.length && roles.every(({ name }) => keys.has(roleKey(name)));
}

/** Adds one role to a person's roles. */
export async function grantRole(db: Db, userId: string, role: RoleName): Promise<void> {
  const { id } = await db
    .selectFrom("roles")
    .select("id")
    .where("key", "=", roleKey(role))
    .executeTakeFirstOrThrow();
  await db
    .insertInto("user_roles")
    .values({ user_id: userId, role_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
