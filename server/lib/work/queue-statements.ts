import { CompiledQuery } from "kysely";
import type pg from "pg";
import type { Database as Db } from "#server/db/open-database.ts";

/** So often within a minute a statement is worth being prepared: a worker that nobody wakes asks once. */
const OFTEN = 10;
const MINUTE = 60_000;
/** Each takes memory on every connection. */
const MOST = 20;

type Row = Record<string, unknown>;
export type AskQueue = (text: string, values?: unknown[]) => Promise<{ rows: Row[] }>;

/**
 * Asks what the queue asks. Its statements name their queue in the text, and of dozens of queues few have work: those few
 * are prepared like the app's own, since to plan one takes the database twice as long as to answer it.
 */
export function openQueueStatements(pool: pg.Pool, db: Db | undefined): AskQueue {
  const often = new Set<string>();
  const uses = new Map<string, number>();
  let since = performance.now();

  function isOften(text: string): boolean {
    if (often.has(text) || often.size === MOST) return often.has(text);
    const now = performance.now();
    if (now - since > MINUTE) {
      uses.clear();
      since = now;
    }
    const count = (uses.get(text) ?? 0) + 1;
    uses.set(text, count);
    if (count === OFTEN) often.add(text);
    return often.has(text);
  }

  return async (text, values = []) =>
    db && isOften(text)
      ? db.executeQuery<Row>(CompiledQuery.raw(text, values))
      : pool.query<Row>(text, values);
}
