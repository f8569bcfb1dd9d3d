import { sql } from "kysely";
import { roleKey } from "#contract/access/actor.ts";
import { ROLES } from "#contract/access/permissions.ts";
import type { Db } from "#server/lib/request-context.ts";

/** Writes the six fixed roles and their permissions into the database, as the contract of this version says. */
export async function syncRoles(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('waypost roles'))`.execute(tx);
    for (const { permissions, ...role } of ROLES) {
      const { id } = await tx
        .insertInto("roles")
        .values({ ...role, key: roleKey(role.name) })
        .onConflict((conflict) =>
          conflict.column("key").doUpdateSet({ name: role.name, description: role.description }),
        )
        .returning("id")
        .executeTakeFirstOrThrow();
      await tx
        .deleteFrom("role_permissions")
        .where("role_id", "=", id)
        .where("permission", "not in", permissions)
        .execute();
      await tx
        .insertInto("role_permissions")
        .values(permissions.map((permission) => ({ role_id: id, permission })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  });
}
