import type pg from "pg";
import { readSqlState } from "#server/db/database-error.ts";

/** Number of rows of each counter table that differed from a recount. */
export type Drift = { figures: string; drift: number }[];

/** A recount reads every ticket: minutes on a slow disk with millions of them, not the seconds of a request. */
const LIMIT_MS = 30 * 60_000;

/**
 * Recounts all counters and adds the difference, while everybody goes on working (the idea is explained in migration
 * 0007_figures), then writes the counters anew without gaps. Returns how many rows of each table were wrong: 0 unless
 * somebody went around the triggers.
 */
export async function reconcileCounters(pool: pg.Pool): Promise<Drift> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query(`set local statement_timeout = ${LIMIT_MS}`);
    await client.query(`set local lock_timeout = ${LIMIT_MS}`);
    const { rows } = await client.query<{ figures: string; drift: number }>(
      "select * from recount_figures()",
    );
    await client.query("commit");
    await compactCounters(client);
    return rows;
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

export function sumDrift(drift: Drift): number {
  return drift.reduce((sum, { drift: rows }) => sum + rows, 0);
}

const COUNTER_TABLES = [
  "ticket_totals",
  "ticket_counts",
  "ticket_daily",
  "resolution_counts",
  "desk_totals",
  "sla_monthly_totals",
];

/**
 * Writes the few thousand counters anew without the space that their old versions took: a total reads all of its
 * counters, and after much work at once it would read mostly empty pages. Not within a transaction. A locked
 * table is left for the next time: nobody waits for this longer than a fifth of a second.
 */
export async function compactCounters(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ before: string }>("select current_setting('lock_timeout') as before");
  await client.query("set lock_timeout = 200");
  try {
    for (const table of COUNTER_TABLES)
      await client.query(`vacuum (full, analyze) ${table}`).catch(ignoreBusyTable);
  } finally {
    await client.query("select set_config('lock_timeout', $1, false)", [rows[0]?.before]);
  }
}

/** 55P03: the lock was not to be had in time. */
function ignoreBusyTable(error: unknown): void {
  if (readSqlState(error) !== "55P03") throw error;
}
