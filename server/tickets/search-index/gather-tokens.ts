import { sql } from "kysely";
import type { Db } from "#server/lib/request-context.ts";

/** What the index may hold unsorted meanwhile, in kB: the tokens of some 3,000 tickets. Searches of that moment read it. */
const MOST = 8192;

/**
 * Lets the index gather the tokens of many tickets that change in this transaction. Whoever asks for it calls `sortTokens`
 * after the commit: both together take half of the time that the index takes for each by itself.
 */
export async function gatherTokens(db: Db): Promise<void> {
  await sql`select set_config('gin_pending_list_limit', ${String(MOST)}, true)`.execute(db);
}

/** Sorts in what was gathered; where that is being done already, it leaves the rest to them. */
export async function sortTokens(db: Db): Promise<void> {
  await sql`select sort_ticket_words()`.execute(db);
}
