import type pg from "pg";

/** How many rows of each counter table differed from a recount. */
export type Drift = { figures: string; drift: number }[];

/** A recount reads every ticket: minutes on a slow disk with millions of them, not the seconds of a request. */
const LIMIT_MS = 30 * 60_000;

/**
 * Recounts all figures and adds what was missing, while everybody goes on working (the idea stands in the migration
 * 0007_figures). Answers how many rows of each table were wrong: 0 unless somebody went around the triggers.
 */
export async function reconcileFigures(pool: pg.Pool): Promise<Drift> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query(`set local statement_timeout = ${LIMIT_MS}`);
    await client.query(`set local lock_timeout = ${LIMIT_MS}`);
    const { rows } = await client.query<{ figures: string; drift: number }>(
      "select * from recount_figures()",
    );
    await client.query("commit");
    return rows;
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

export function driftOf(drift: Drift): number {
  return drift.reduce((sum, { drift: rows }) => sum + rows, 0);
}
