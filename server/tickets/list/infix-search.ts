/*
 * Infix search: "treiber" finds "Druckertreiber".
 *
 * A search finds words by their beginnings. Only where one of its words begins nothing at all, it is looked for inside
 * others: so "port" lists no "support" and "report" as long as anything begins with "port". The table search_parts leads
 * from the letters to the words that hold them, and those are then searched for like any other (decision 16).
 *
 * External users do not query that table, which holds the tokens of all companies: its limits would reveal others. Their
 * own newest tickets are read instead.
 */
import { sql } from "kysely";
import { isExternal } from "#contract/access/actor.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { matchTokens, matchTokensWithin, type ParsedSearch, type SearchMatch } from "./match-tokens.ts";
import type { SearchToken } from "../search-index/tokenize.ts";

export type Wider = {
  wanted: SearchMatch;
  /** Tokens, as they were typed, that are looked for inside others. */
  inside: string[];
  /** More tokens hold them than are searched for. */
  isPartial: boolean;
};

/** Tokens that are read for one part, and those of them that are searched for. */
const MAX_READ = 200;
const MAX_TOKENS = 24;

/** Widens a search: tokens with `zeroHits` are looked for inside others; null where no token holds them. */
export async function widenSearch(
  ctx: Ctx,
  question: ParsedSearch,
  zeroHits: readonly SearchToken[],
): Promise<Wider | null> {
  if (zeroHits.length === 0 || !zeroHits.every(isLongEnough)) return null;
  const inside = zeroHits.map(({ typed }) => typed);
  if (isExternal(ctx.actor))
    return { wanted: matchTokensWithin(question, new Set(zeroHits)), inside, isPartial: false };
  const holders = new Map<SearchToken, readonly string[]>();
  let isPartial = false;
  for (const word of zeroHits) {
    const found = await findTokensHolding(ctx, word);
    if (found.words.length === 0) return null;
    holders.set(word, found.words);
    isPartial ||= found.isPartial;
  }
  return { wanted: matchTokens(ctx, question, holders), inside, isPartial };
}

/** Whether a token has three letters, or two of a script whose letters are syllables; numbers do not count. */
function isLongEnough({ ways }: SearchToken): boolean {
  return ways.some((way) => /\P{N}/u.test(way) && (way.length > 2 || Buffer.byteLength(way) >= 6));
}

/** Finds tokens that hold a part, those that end in it first: the end of a compound names the thing. */
async function findTokensHolding({ db }: Pick<Ctx, "db">, { ways }: SearchToken) {
  const reads = ways.map(
    (way) => sql`(select part, word from search_parts where part >= ${way} and part < ${`${way}${LAST}`}
      order by part, word limit ${sql.lit(MAX_READ)})`,
  );
  const { rows } = await sql<{ word: string }>`
    select word from (${sql.join(reads, sql` union all `)}) as found order by part, word`.execute(db);
  const words = reduceToStems(rows.map(({ word }) => word));
  return {
    words: words.slice(0, MAX_TOKENS),
    isPartial: rows.length >= MAX_READ || words.length > MAX_TOKENS,
  };
}

/** Drops tokens that begin with another one, which finds them too. */
function reduceToStems(words: readonly string[]): string[] {
  const stems = new Set<string>();
  for (const word of words) {
    const isCovered = [...stems].some((stem) => word.startsWith(stem));
    if (!isCovered) stems.add(word);
  }
  return [...stems];
}

/** Sorts behind every letter. */
const LAST = "\u{10FFFF}";
