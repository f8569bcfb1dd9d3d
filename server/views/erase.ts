import type { Db } from "#server/lib/request-context.ts";

/** Deletes the personal views and the pins of somebody; shared views stay. Answers how many views it was. */
export async function eraseViewsOf(db: Db, userId: string): Promise<number> {
  await db.deleteFrom("view_pins").where("user_id", "=", userId).execute();
  const { numDeletedRows } = await db
    .deleteFrom("views")
    .where("owner_id", "=", userId)
    .where("audience", "=", "me")
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
