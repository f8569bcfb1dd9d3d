import type { Db } from "#server/lib/context.ts";

/**
 * Saves how far long work has come that a migration has asked for by a row here: the next start goes on from there.
 * Null when it is done, and nothing remains of it.
 */
export async function saveResumePoint(db: Db, key: string, place: string | null): Promise<void> {
  if (place === null) await db.deleteFrom("settings").where("key", "=", key).execute();
  else
    await db
      .updateTable("settings")
      .set({ value: JSON.stringify(place) })
      .where("key", "=", key)
      .execute();
}
