import { sql, type RawBuilder, type SqlBool } from "kysely";
import { has } from "#contract/access/actor.ts";
import type { Ctx } from "../lib/context.ts";
import { searchQuery } from "./search-words.ts";

export type Wanted = {
  /** As PostgreSQL reads it. */
  words: RawBuilder<unknown>;
  /** Asks the word index, and that of numbers. */
  match: RawBuilder<SqlBool>;
  /** The same, asked of each row that is walked anyway: hidden from the planner, which would take the index again. */
  matchHere: RawBuilder<SqlBool>;
  /** Ids of the tickets with the number that was typed, with or without its prefix. */
  numbered: RawBuilder<{ id: string }>;
};

/** What a search asks for; null when it holds no word. Staff also find words of internal notes. */
export function wordsOf(ctx: Pick<Ctx, "actor">, text: string): Wanted | null {
  const query = searchQuery(text);
  if (query === null) return null;
  const words = sql`${query}::tsquery`;
  const isStaff = has(ctx.actor, "comments.internal");
  const number = /^\s*(?:\p{L}+-)?(\d{1,15})\s*$/u.exec(text)?.[1];
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
  };
}
