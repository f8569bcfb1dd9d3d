import { sql, type RawBuilder, type SqlBool } from "kysely";
import { hasPermission } from "#contract/access/actor.ts";
import type { Asked } from "#server/lib/db/build-once.ts";
import { TICKET_PREFIX } from "#server/settings/ticket-prefix.ts";
import { parseTokens, buildTsquery, type SearchToken } from "../search-index/tokenize.ts";

export type SearchMatch = {
  /** The tsquery. */
  words: RawBuilder<unknown>;
  /** Condition that uses the token index, and that of numbers. */
  match: RawBuilder<SqlBool>;
  /** Condition for rows that are read anyway: hidden from the planner, which would take the index again. */
  matchHere: RawBuilder<SqlBool>;
  /** Ids of the tickets with the number that was typed, with or without its prefix. */
  numbered: RawBuilder<{ id: string }>;
  /** Rows that are sampled to estimate how frequent the hits are. */
  sample: number;
  /** No index helps: only the newest tickets are searched. */
  isNewestOnly: boolean;
};

/** Sizes of a sample: smaller where each row is matched with many tokens, and where most rows are hits. */
export const SAMPLE = 2000;
export const SMALL_SAMPLE = 1000;
export const SMALLEST_SAMPLE = 500;

/** A parsed search. `letters` stand right before the number, which counts where they are the prefix. */
export type ParsedSearch = {
  asked: readonly SearchToken[];
  number: string | undefined;
  letters?: string | undefined;
};

/** Parses a search; null when it has neither token nor number. */
export function parseSearch(text: string): ParsedSearch | null {
  const asked = parseTokens(text);
  if (asked.length === 0) return null;
  const [, letters, number] = NUMBER.exec(text) ?? [];
  return { asked, number, letters };
}

/** A number as it is typed or copied: 1042, WP-1042, #1042, [WP-1042]. */
const NUMBER = /^[^\p{L}\p{N}]*(?:\p{L}+-|(\p{L}+))?(\d{1,15})[^\p{L}\p{N}]*$/u;

/**
 * Matches tickets that have every token, or tokens beginning with it, and the one of the number. Staff also find tokens
 * of internal notes.
 */
export function matchTokens(
  ctx: Pick<Asked, "actor">,
  { asked, number, letters }: ParsedSearch,
  inside: ReadonlyMap<SearchToken, readonly string[]> = new Map(),
): SearchMatch {
  // A sub-select hides the words from the planner, which would plan each search anew for them.
  const words = sql`(select ${buildTsquery(asked, inside)}::tsquery)`;
  const isStaff = hasPermission(ctx.actor, "comments.internal");
  const numbered: SearchMatch["numbered"] =
    number === undefined
      ? sql`select null::uuid where false`
      : sql`select ticket_id from ticket_numbers where number = ${number}::bigint and ${isPrefix(letters)}`;
  const or = (match: RawBuilder<SqlBool>): RawBuilder<SqlBool> =>
    number === undefined ? match : sql`(${match} or t.id = any(array(${numbered})))`;
  const column = isStaff ? sql`staff_words` : sql`public_words`;
  return {
    words,
    // Staff tokens include the public ones, and are the ones that are indexed.
    match: or(
      isStaff ? sql`staff_words @@ ${words}` : sql`(staff_words @@ ${words} and public_words @@ ${words})`,
    ),
    matchHere: or(sql`coalesce(${column} @@ ${words}, false)`),
    numbered,
    sample: inside.size === 0 ? SAMPLE : SMALL_SAMPLE,
    isNewestOnly: false,
  };
}

/** A product may be called "ISO9001": letters without a dash are part of a number only where the desk has them so. */
function isPrefix(letters: string | undefined): RawBuilder<SqlBool> {
  const prefix = letters === undefined ? null : `${letters.toUpperCase()}-`;
  return sql`coalesce(${TICKET_PREFIX} = ${prefix}::text, true)`;
}

/** Whether a ticket `t` that is read anyway has the words: a look-up for each. */
export function matchByProbe({ matchHere }: SearchMatch): RawBuilder<SqlBool> {
  return sql<SqlBool>`coalesce((select ${matchHere} from ticket_words where ticket_id = t.id), false)`;
}

/**
 * Matches for external users, who find some of the tokens inside others: each of their tickets is read, and no table with
 * tokens of other companies.
 */
export function matchTokensWithin(question: ParsedSearch, zeroHits: ReadonlySet<SearchToken>): SearchMatch {
  const begun = question.asked.filter((word) => !zeroHits.has(word));
  // As it travels a word is its letters, and zeroes after them; as a text each is put in quotes first, for half as long again.
  const parts = [...zeroHits].map(({ ways }) => {
    const found = ways.map(
      (way) => sql`position(${Buffer.from(way)}::bytea in tsvectorsend(public_words)) > 0`,
    );
    return sql<SqlBool>`(${sql.join(found, sql` or `)})`;
  });
  const words = sql`${buildTsquery(begun, new Map())}::tsquery`;
  const match = sql<SqlBool>`coalesce((public_words @@ ${words} or ${begun.length === 0}) and ${sql.join(parts, sql` and `)}, false)`;
  const numbered = sql<{ id: string }>`select null::uuid where false`;
  return { words, match, matchHere: match, numbered, sample: SAMPLE, isNewestOnly: true };
}
