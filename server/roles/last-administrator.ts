import { sql } from "kysely";
import type { Ctx, Db } from "#server/lib/request-context.ts";
import { refuse } from "#server/lib/refusal.ts";

/**
 * Refuses 409 when nobody who can sign in would administer the desk without this person. The role's row is locked, so
 * that two administrators who remove each other at the same moment are not both let go.
 */
export async function refuseLastAdministrator(ctx: Pick<Ctx, "db">, leaving: string): Promise<void> {
  const role = await lockRole(ctx.db, "administrator");
  const holders = await ctx.db
    .selectFrom("user_roles as ur")
    .innerJoin("users as u", "u.id", "ur.user_id")
    .leftJoin("credentials as k", (join) =>
      join.onRef("k.user_id", "=", "u.id").on("k.kind", "=", "password"),
    )
    .select(["u.id", "k.id as password_id"])
    .where("ur.role_id", "=", role)
    .where("u.deleted_at", "is", null)
    .execute();
  const isOne = holders.some(({ id }) => id === leaving);
  const isAnotherLeft = holders.some(({ id, password_id }) => id !== leaving && password_id !== null);
  if (isOne && !isAnotherLeft) throw refuse(409, "role.last_administrator");
}

/** Refuses 409 when a company would lose its last client admin through a change of roles (rule 121). */
export async function refuseLastClientAdmin(
  ctx: Pick<Ctx, "db">,
  { leaving, companyId }: { leaving: string; companyId: string | null },
): Promise<void> {
  if (companyId === null) return;
  const role = await lockRole(ctx.db, "client_admin");
  const holders = await ctx.db
    .selectFrom("user_roles as ur")
    .innerJoin("users as u", "u.id", "ur.user_id")
    .select("u.id")
    .where("ur.role_id", "=", role)
    .where("u.company_id", "=", companyId)
    .where("u.deleted_at", "is", null)
    .execute();
  if (holders.length === 1 && holders[0]?.id === leaving) throw refuse(409, "role.last_client_admin");
}

/** Whether anybody administers this desk at all; asked under the role's lock when `lock` is set. */
export async function hasAdministrator(db: Db, { lock }: { lock: boolean }): Promise<boolean> {
  if (lock) await lockRole(db, "administrator");
  const someone = await db
    .selectFrom("user_roles as ur")
    .innerJoin("roles as r", "r.id", "ur.role_id")
    .innerJoin("users as u", "u.id", "ur.user_id")
    .select("u.id")
    .where("r.key", "=", "administrator")
    .where("u.deleted_at", "is", null)
    .limit(sql.lit(1))
    .executeTakeFirst();
  return someone !== undefined;
}

async function lockRole(db: Db, key: string): Promise<string> {
  const { id } = await db
    .selectFrom("roles")
    .select("id")
    .where("key", "=", key)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return id;
}
