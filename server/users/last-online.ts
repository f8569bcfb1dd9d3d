import { sql } from "kysely";
import type { Db } from "#server/lib/request-context.ts";

const MINUTE_MS = 60_000;
/** People remembered at once; a forgotten one costs one statement that changes nothing. */
const MAX_PEOPLE = 10_000;

/**
 * Writes when somebody was last here, at most once a minute a person, whatever they do (rule 129). It is called
 * after every answer, so an instance remembers whom it has just written and asks the database no more often than that.
 */
export function openLastOnline(db: Db): (userId: string, now: Date) => Promise<void> {
  const written = new Map<string, number>();
  return async (userId, now) => {
    const last = written.get(userId);
    if (last !== undefined && Math.abs(now.getTime() - last) < MINUTE_MS) return;
    // One of a time that is still to come was written while the clock was ahead.
    const longAgo = sql<boolean>`(last_online is null
      or last_online not between ${now}::timestamptz - interval '1 minute' and ${now}::timestamptz + interval '1 minute')`;
    await db.updateTable("users").set({ last_online: now }).where("id", "=", userId).where(longAgo).execute();
    if (written.size >= MAX_PEOPLE) written.clear();
    written.set(userId, now.getTime());
  };
}
