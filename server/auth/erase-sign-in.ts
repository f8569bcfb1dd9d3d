import type { Db } from "#server/lib/request-context.ts";

/** Deletes everything with which somebody could sign in, and where they did. Answers how many sessions and links. */
export async function eraseSignIn(db: Db, userId: string): Promise<{ sessions: number; links: number }> {
  await db.deleteFrom("credentials").where("user_id", "=", userId).execute();
  await db.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  await db.deleteFrom("second_factors").where("user_id", "=", userId).execute();
  const links = await db.deleteFrom("action_links").where("user_id", "=", userId).executeTakeFirstOrThrow();
  const sessions = await db.deleteFrom("sessions").where("user_id", "=", userId).executeTakeFirstOrThrow();
  return { sessions: Number(sessions.numDeletedRows), links: Number(links.numDeletedRows) };
}
