/*
 * Words inside words: "treiber" for whoever remembers no more of "Druckertreiber".
 *
 * A search finds words by their beginnings. Only where one of its words begins nothing at all, it is looked for inside
 * others: so "port" lists no "support" and "report" as long as anything begins with "port". The table search_parts leads
 * from the letters to the words that hold them, and those are then searched for like any other (decision 16).
 *
 * Outsiders do not ask that table, which knows the words of all companies: what it left out for being too many would tell
 * them of others. Their own newest tickets are read instead.
 */
import { sql } from "kysely";
import { isExternal } from "#contract/access/actor.ts";
import type { Ctx } from "#server/lib/context.ts";
import { matchTokens, matchTokensWithin, type Question, type Wanted } from "./search-match.ts";
import type { Asked } from "../search-index/tokenize.ts";

export type Wider = {
  wanted: Wanted;
  /** The words, as they were typed, that are looked for inside others. */
  inside: string[];
  /** More words hold them than are searched for. */
  isPartial: boolean;
};

/** Words that are read for one part, and those of them that are searched for. */
const MAX_READ = 200;
const MAX_TOKENS = 24;

/** The search with its `barren` words looked for inside others; null where no word holds them. */
export async function widenSearch(
  ctx: Ctx,
  question: Question,
  zeroHits: readonly Asked[],
): Promise<Wider | null> {
  if (zeroHits.length === 0 || !zeroHits.every(isLongEnough)) return null;
  const inside = zeroHits.map(({ typed }) => typed);
  if (isExternal(ctx.actor))
    return { wanted: matchTokensWithin(question, new Set(zeroHits)), inside, isPartial: false };
  const holders = new Map<Asked, readonly string[]>();
  let isPartial = false;
  for (const word of zeroHits) {
    const found = await findTokensHolding(ctx, word);
    if (found.words.length === 0) return null;
    holders.set(word, found.words);
    isPartial ||= found.isPartial;
  }
  return { wanted: matchTokens(ctx, question, holders), inside, isPartial };
}

/** Three letters, or two of a script whose letters are syllables; numbers hold no words. */
function isLongEnough({ ways }: Asked): boolean {
  return ways.some((way) => /\P{N}/u.test(way) && (way.length > 2 || Buffer.byteLength(way) >= 6));
}

/** The words that hold a part, those that end in it first: they name the thing, what follows only tells more of it. */
async function findTokensHolding({ db }: Pick<Ctx, "db">, { ways }: Asked) {
  const reads = ways.map(
    (way) => sql`(select part, word from search_parts where part >= ${way} and part < ${`${way}${LAST}`}
      order by part, word limit ${MAX_READ})`,
  );
  const { rows } = await sql<{ word: string }>`
    select word from (${sql.join(reads, sql` union all `)}) as found order by part, word`.execute(db);
  const words = reduceToStems(rows.map(({ word }) => word));
  return {
    words: words.slice(0, MAX_TOKENS),
    isPartial: rows.length >= MAX_READ || words.length > MAX_TOKENS,
  };
}

/** What is found by the beginning of another need not be asked for. */
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
