import { sql } from "kysely";
import { jobs } from "#contract/jobs.ts";
import type { Db } from "#server/lib/request-context.ts";
import { enqueue } from "#server/lib/work/enqueue.ts";

/**
 * What the index may hold unsorted meanwhile, in kB: the tokens of some 7,000 tickets. Searches of that moment read it, 0.6 ms
 * for a thousand tickets, and whoever goes beyond it sorts.
 */
const MOST = 16_384;
/** Fewer tickets are sorted in as they come: they do not fill what the index holds unsorted anyway. */
const MANY = 20;

/**
 * Lets the index gather the tokens of many tickets that change in this transaction. Whoever asks for it calls `sortTokens`
 * after the last commit: the more are sorted together, the less each of them costs.
 */
export async function gatherTokens(db: Db): Promise<void> {
  await sql`select set_config('gin_pending_list_limit', ${String(MOST)}, true)`.execute(db);
}

/** Sorts in what was gathered; where that is being done already, it leaves the rest to them. */
export async function sortTokens(db: Db): Promise<void> {
  await sql`select sort_ticket_words()`.execute(db);
}

/**
 * Lets the index gather the tokens of so many tickets that are about to change in this transaction; a job sorts them in after
 * the commit. Whoever changes 200 waits for half as long.
 */
export async function gatherTokensOf(ctx: { db: Db }, count: number): Promise<void> {
  if (count < MANY) return;
  await gatherTokens(ctx.db);
  await enqueue(ctx, jobs.sortTokens, {});
}
