import type { Db } from "../request-context.ts";
import { readSqlState } from "#server/db/database-error.ts";

/**
 * serialization_failure, deadlock_detected: the database asks to try the same work again. The same holds where a
 * prepared statement no longer fits the table or the connection (server/db/prepared-statements.ts): the second time it
 * is not prepared.
 */
const TRY_AGAIN = new Set(["40001", "40P01", "0A000", "26000", "42P05"]);
const ATTEMPTS = 4;

/** Runs `work` in one transaction; again when the database gave up on it through no fault of its own. */
export async function runTransaction<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt === ATTEMPTS || !TRY_AGAIN.has(readSqlState(error))) throw error;
    }
  }
}
