import { expect } from "vitest";
import type pg from "pg";

/** Waits until `count` connections of this database wait for a lock that somebody else holds. */
export async function waitForLockWaiters(pool: pg.Pool, count: number): Promise<void> {
  await expect.poll(() => countLockWaiters(pool), { timeout: 20_000, interval: 20 }).toBe(count);
}

/** How many connections of this database wait for a lock at this moment. */
export async function countLockWaiters(pool: pg.Pool): Promise<number | null> {
  const { rowCount } = await pool.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rowCount;
}
