import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { Db } from "#server/lib/context.ts";
import { runTransaction } from "#server/lib/db/transaction.ts";

/** Words that are asked for in one transaction, during which nobody learns any: some ten milliseconds. */
const BATCH = 500;
/** How often the moment is sought when nobody learns words, and how long between, in milliseconds. */
const TRIES = 50;
const PAUSE = 100;

/**
 * Lets go of the words that no ticket holds any more, since texts were changed and tickets erased. Answers how many those
 * were. Goes through all words; where somebody brings in tickets all the while, the rest waits for another night.
 */
export async function pruneSearchIndex(db: Db): Promise<number> {
  const usual = await usualWords(db);
  let forgotten = 0;
  for (let after: string | null = "", tries = 0; after !== null && tries < TRIES;) {
    const { rows } = await sql<{ word: string }>`
      select distinct part as word from search_parts where part = word and part > ${after} order by part limit ${BATCH}`.execute(
      db,
    );
    const doubtful = rows.map(({ word }) => word).filter((word) => !usual.has(word));
    const gone = await forget(db, doubtful);
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

/** What the newest tickets hold: not asked for one by one, since the index is slow for what is everywhere. */
async function usualWords(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ word: string }>`
    select distinct unnest(tsvector_to_array(staff_words)) as word from (
      select staff_words from ticket_words where deleted_at is null order by updated desc, ticket_id desc limit 5000) as newest`.execute(
    db,
  );
  return new Set(rows.map(({ word }) => word));
}

/** Those of the words that no ticket holds; null while somebody is learning words. */
async function forget(db: Db, words: string[]): Promise<number | null> {
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
