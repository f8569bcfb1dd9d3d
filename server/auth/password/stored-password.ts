import { sql } from "kysely";
import type { Db } from "#server/lib/request-context.ts";

/** Sets a person's password; `mustChange` when somebody else chose it. */
export async function setPassword(
  db: Db,
  { userId, secret, mustChange }: { userId: string; secret: string; mustChange: boolean },
): Promise<void> {
  await db
    .insertInto("credentials")
    .values({ user_id: userId, kind: "password", secret, must_change: mustChange })
    .onConflict((conflict) =>
      conflict
        .column("user_id")
        // Spelled out: a plan made for any kind would find no index that fits.
        .where(sql<boolean>`kind = 'password'`)
        .doUpdateSet({ secret, must_change: mustChange, used_at: null }),
    )
    .execute();
}

/** Finds the stored hash of a person's password, or null. */
export async function findPasswordHash(db: Db, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom("credentials")
    .select("secret")
    .where("user_id", "=", userId)
    .where("kind", "=", "password")
    .executeTakeFirst();
  return row?.secret ?? null;
}
