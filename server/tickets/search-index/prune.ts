import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { Db } from "#server/lib/request-context.ts";
import { runTransaction } from "#server/lib/db/transaction.ts";

/** Tokens checked in one transaction, during which no new ones can be added: some ten milliseconds. */
const BATCH = 500;
/** Tries to find a moment without new tokens, and the milliseconds between them. */
const TRIES = 50;
const PAUSE = 100;

/**
 * Deletes the tokens that no ticket holds any more, since texts were changed and tickets erased. Returns how many. Goes
 * through all tokens; where tickets come in all the while, the rest waits for another night.
 */
export async function pruneSearchIndex(db: Db): Promise<number> {
  const usual = await readFrequentTokens(db);
  let forgotten = 0;
  for (let after: string | null = "", tries = 0; after !== null && tries < TRIES;) {
    const { rows } = await sql<{ word: string }>`
      select distinct part as word from search_parts where part = word and part > ${after} order by part limit ${sql.lit(BATCH)}`.execute(
      db,
    );
    const doubtful = rows.map(({ word }) => word).filter((word) => !usual.has(word));
    const gone = await pruneTokens(db, doubtful);
    if (gone === null) {
      tries += 1;
      await pause(PAUSE);
      continue;
    }
    forgotten += gone;
    after = rows.length === BATCH ? (rows.at(-1)?.word ?? null) : null;
  }
  return forgotten;
}

/**
 * Reads the tokens of the newest tickets: these are not checked one by one, since the index is slow for frequent ones.
 */
async function readFrequentTokens(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ word: string }>`
    select distinct unnest(tsvector_to_array(staff_words)) as word from (
      select staff_words from ticket_words where deleted_at is null order by updated desc, ticket_id desc limit 5000) as newest`.execute(
    db,
  );
  return new Set(rows.map(({ word }) => word));
}

/** Deletes the tokens that no ticket holds; null while somebody adds tokens. */
async function pruneTokens(db: Db, words: string[]): Promise<number | null> {
  if (words.length === 0) return 0;
  return runTransaction(db, async (tx) => {
    const { rows } = await sql<{ taken: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('waypost search words')) as taken,
        set_config('enable_seqscan', 'off', true)`.execute(tx);
    if (!rows[0]?.taken) return null;
    const gone = await sql<{ n: number }>`
      with lost as materialized (
        select word from unnest(${words}::text[]) as word
        where not exists (select from ticket_words where staff_words @@ ('''' || word || '''')::tsquery)),
      cut as (
        delete from search_parts where (part, word) in (
          select substr(word, place), word from lost, generate_series(1, char_length(word)) as place))
      select count(*)::int as n from lost`.execute(tx);
    return gone.rows[0]?.n ?? 0;
  });
}
