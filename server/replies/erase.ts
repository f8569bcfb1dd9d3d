import type { Db } from "#server/lib/request-context.ts";

/** Deletes the personal saved replies of somebody; shared ones stay. Answers how many it was. */
export async function eraseRepliesOf(db: Db, userId: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("saved_replies")
    .where("owner_id", "=", userId)
    .where("audience", "=", "me")
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
