import { sql } from "kysely";
import type { Db } from "#server/lib/request-context.ts";

/**
 * What the index may hold unsorted meanwhile, in kB: the tokens of some 7,000 tickets. Searches of that moment read it, 0.6 ms
 * for a thousand tickets, and whoever goes beyond it sorts.
 */
const MOST = 16_384;

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
