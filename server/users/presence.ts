import { sql } from "kysely";
import type { Db } from "../lib/context.ts";

/** Written at most once a minute a person, whatever they do (decision list 129). */
export async function touchLastOnline(db: Db, userId: string, now: Date): Promise<void> {
  const longAgo = sql<boolean>`(last_online is null or last_online < ${now}::timestamptz - interval '1 minute')`;
  await db.updateTable("users").set({ last_online: now }).where("id", "=", userId).where(longAgo).execute();
}
