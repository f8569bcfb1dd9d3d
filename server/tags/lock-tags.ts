import { sql } from "kysely";
import type { Db } from "#server/lib/request-context.ts";

/** The number of the migration that takes the same lock where a ticket changes (migration 0059). */
const LOCK = sql`59, 0`;

/**
 * Waits until nobody merges, renames or deletes tags, and keeps them from it until the transaction ends. Tickets are locked
 * before, so that two transactions never wait for each other.
 */
export async function keepTags(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${LOCK})`.execute(db);
}

/**
 * Waits until nobody tags a ticket or changes a tagged one, and keeps them from it until the transaction ends. No ticket may
 * be locked after it, not even by a row that comes to point at one.
 */
export async function lockTags(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(db);
}

/**
 * Keeps others from making tags until the transaction ends: of two at once the second sees how many there are. Whoever holds it
 * has locked all tickets and replies already, and waits for nobody.
 */
export async function lockMaking(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(59, 1)`.execute(db);
}
