import { roleKey } from "#contract/access/actor.ts";
import type { RoleName } from "#contract/access/permissions.ts";
import type { Db } from "#server/lib/context.ts";

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
