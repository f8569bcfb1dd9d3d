import { sql } from "kysely";
import type { Logger } from "pino";
import { keepFresh } from "#server/lib/keep-fresh.ts";
import type { Db, WordFrequencies } from "#server/lib/request-context.ts";

/** Milliseconds after which the statistics are read again: an `analyze` in between is soon known everywhere. */
const STALE = 60_000;
/** A share above which a beginning is frequent for sure, whatever else begins so. */
const FREQUENT = 0.05;

type Statistics = { rows: number; shares: readonly (readonly [word: string, share: number])[] };

/** Keeps PostgreSQL's statistics of the words of tickets in memory, where a search asks them without a way to the database. */
export async function openWordFrequencies(db: Db, log: Logger): Promise<WordFrequencies> {
  const kept = await keepFresh(async () => readStatistics(db), {
    staleMs: STALE,
    log,
    failure: "the frequencies of words cannot be read",
  });
  return {
    rows: () => kept.now().rows,
    shareOf: (beginnings) => estimateShare(kept.now(), beginnings),
    refresh: kept.refresh,
  };
}

/** Words stand in tickets independently of each other, as far as statistics of single words can tell. */
function estimateShare({ shares }: Statistics, beginnings: readonly string[]): number | null {
  if (shares.length === 0) return null;
  let without = 1;
  for (const [word, share] of shares)
    if (beginnings.some((beginning) => word.startsWith(beginning))) without *= 1 - share;
  const share = 1 - without;
  return share < FREQUENT && beginnings.some(isBroad) ? null : share;
}

/** Whether many words may begin so, each too rare for the statistics: two letters, or the first digits of numbers. */
function isBroad(beginning: string): boolean {
  return beginning.length < 3 || /^\p{N}{1,4}$/u.test(beginning);
}

async function readStatistics(db: Db): Promise<Statistics> {
  const words = await sql<{
    word: string;
    share: number;
  }>`select word, share from word_frequencies()`.execute(db);
  const table = await sql<{ rows: number }>`
    select greatest(reltuples, 0)::float8 as rows from pg_class where oid = 'ticket_words'::regclass`.execute(
    db,
  );
  return { rows: table.rows[0]?.rows ?? 0, shares: words.rows.map(({ word, share }) => [word, share]) };
}
