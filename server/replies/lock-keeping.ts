import { sql } from "kysely";
import type { Db } from "#server/lib/request-context.ts";

/** Keeps others from adding replies until the transaction ends: of two at once the second sees how many there are. */
export async function lockKeeping(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(64, 0)`.execute(db);
}
