import { sql, type RawBuilder, type SqlBool } from "kysely";
import { hasPermission } from "#contract/access/actor.ts";
import type { Ctx } from "#server/lib/context.ts";
import { askedWords, tsqueryOf, type Asked } from "../search-index/tokenize.ts";

export type Wanted = {
  /** As PostgreSQL reads it. */
  words: RawBuilder<unknown>;
  /** Asks the word index, and that of numbers. */
  match: RawBuilder<SqlBool>;
  /** The same, asked of each row that is walked anyway: hidden from the planner, which would take the index again. */
  matchHere: RawBuilder<SqlBool>;
  /** Ids of the tickets with the number that was typed, with or without its prefix. */
  numbered: RawBuilder<{ id: string }>;
  /** Rows that are looked at to tell how frequent the hits are. */
  sample: number;
  /** No index knows it: the newest tickets alone are asked. */
  isNewestOnly: boolean;
};

/** As many as `sample` is: fewer where many words are asked of each. */
export const SAMPLE = 2000;
export const SMALL_SAMPLE = 1000;

/** What somebody typed, taken apart. */
export type Question = { asked: readonly Asked[]; number: string | undefined };

/** Null when nothing is left to look for. */
export function parseQuestion(text: string): Question | null {
  const asked = askedWords(text);
  if (asked.length === 0) return null;
  return { asked, number: /^\s*(?:\p{L}+-)?(\d{1,15})\s*$/u.exec(text)?.[1] };
}

/** Tickets that have every word, or words beginning with it, and that of the number. Staff also find words of internal notes. */
export function matchTokens(
  ctx: Pick<Ctx, "actor">,
  { asked, number }: Question,
  inside: ReadonlyMap<Asked, readonly string[]> = new Map(),
): Wanted {
  const words = sql`${tsqueryOf(asked, inside)}::tsquery`;
  const isStaff = hasPermission(ctx.actor, "comments.internal");
  const numbered: Wanted["numbered"] =
    number === undefined
      ? sql`select null::uuid where false`
      : sql`select ticket_id from ticket_numbers where number = ${number}::bigint`;
  const or = (match: RawBuilder<SqlBool>): RawBuilder<SqlBool> =>
    number === undefined ? match : sql`(${match} or t.id = any(array(${numbered})))`;
  const column = isStaff ? sql`staff_words` : sql`public_words`;
  return {
    words,
    // Staff's words contain the public ones, and are the ones that are indexed.
    match: or(
      isStaff ? sql`staff_words @@ ${words}` : sql`(staff_words @@ ${words} and public_words @@ ${words})`,
    ),
    matchHere: or(sql`coalesce(${column} @@ ${words}, false)`),
    numbered,
    sample: inside.size === 0 ? SAMPLE : SMALL_SAMPLE,
    isNewestOnly: false,
  };
}

/**
 * The same for outsiders, who find some of the words inside others: each ticket of theirs is read, and nothing is asked
 * that other companies' words are in.
 */
export function matchTokensWithin(question: Question, zeroHits: ReadonlySet<Asked>): Wanted {
  const begun = question.asked.filter((word) => !zeroHits.has(word));
  const parts = [...zeroHits].map(
    ({ ways }) => sql<SqlBool>`public_words::text like any(${ways.map((way) => `%${way}%`)}::text[])`,
  );
  const words = sql`${tsqueryOf(begun, new Map())}::tsquery`;
  const match = sql<SqlBool>`coalesce((public_words @@ ${words} or ${begun.length === 0}) and ${sql.join(parts, sql` and `)}, false)`;
  const numbered = sql<{ id: string }>`select null::uuid where false`;
  return { words, match, matchHere: match, numbered, sample: SAMPLE, isNewestOnly: true };
}
