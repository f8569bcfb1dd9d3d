import { sql } from "kysely";
import type { Db } from "#server/lib/request-context.ts";

/** Stands in for a person, where what all staff share is locked. */
export const SHARED = "shared";

/**
 * Waits until nobody else saves views or pins of this person (or shared ones), and keeps them from it until the
 * transaction ends: of two at once the second sees how many there are.
 */
export async function lockKeeping(db: Db, whose: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(60, hashtext(${whose}))`.execute(db);
}
