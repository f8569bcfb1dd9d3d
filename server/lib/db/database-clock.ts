import type pg from "pg";
import type { Logger } from "pino";
import type { Clock } from "../request-context.ts";

/** Milliseconds between two measurements of the database's clock. */
const EVERY = 10_000;

/**
 * The database's time, so that instances with clocks of their own agree on what has expired: measured every ten seconds,
 * carried on in between by the counter that no change of the machine's clock moves.
 */
export async function openDatabaseClock(pool: pg.Pool, log: Logger): Promise<Clock & { stop(): void }> {
  let offset = await measureOffset(pool);
  const timer = setInterval(() => {
    measureOffset(pool).then(
      (measured) => (offset = measured),
      (error: unknown) => log.warn({ err: error }, "the database's clock cannot be read"),
    );
  }, EVERY).unref();
  return { now: () => new Date(performance.now() + offset), stop: () => clearInterval(timer) };
}

/** Measures the milliseconds to add to our counter; half of the round trip is subtracted. */
async function measureOffset(pool: pg.Pool): Promise<number> {
  const asked = performance.now();
  const { rows } = await pool.query<{ now: number }>(
    "select extract(epoch from clock_timestamp())::float8 * 1000 as now",
  );
  const answered = performance.now();
  return (rows[0]?.now ?? Date.now()) - (asked + answered) / 2;
}
