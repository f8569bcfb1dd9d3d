import { sql } from "kysely";
import type { Db } from "#server/lib/request-context.ts";
import { tokenize } from "./tokenize.ts";

/** The tokens of these texts as a tsvector; the first ones are kept where not all of them fit. */
export function tokenVector(...texts: (string | null | undefined)[]) {
  return sql<string>`array_to_tsvector(${fitTokens(texts)}::text[])`;
}

/**
 * Adds the tokens of a new comment without reading the whole conversation again, as part of the statement that writes it.
 * It returns a row where they fit; otherwise the ticket has to be indexed anew. A public comment moves the row along with
 * its ticket, so that it is written once.
 */
export function addTokensQuery(db: Db, ticketId: string, text: string, movedTo: Date | null) {
  const words = fitTokens([text]);
  const added = sql`array_to_tsvector(${words}::text[])`;
  const besides =
    movedTo === null ? {} : { public_words: sql<string>`public_words || ${added}`, updated: movedTo };
  return db
    .updateTable("ticket_words")
    .set({ staff_words: sql<string>`staff_words || ${added}`, ...besides })
    .where("ticket_id", "=", ticketId)
    .where(
      sql<boolean>`case
        when length(staff_words) + ${words.length}::int < ${FEW_TOKENS} then true
        else octet_length(staff_words::text) + ${Buffer.byteLength(text) * 2}::int < ${MAX_BYTES} end`,
    )
    .returning(sql<boolean>`true`.as("fits"));
}

/** The same for a comment of an external user, whose role reads no staff tokens. */
export function addPublicTokens(ticketId: string, text: string, moved: Date) {
  return sql<boolean>`add_public_words(${ticketId}, ${fitTokens([text])}::text[], ${moved}::timestamptz, ${FEW_TOKENS}::int,
    ${Buffer.byteLength(text) * 2}::int, ${MAX_BYTES}::int)`;
}

/** A tsvector holds 1 MB. So many tokens of the longest kind surely fit without counting their bytes. */
const FEW_TOKENS = 4000;
const MAX_BYTES = 1_000_000;

/** Cuts to the first tokens that fit: the subject and names first, then the newest of the conversation. */
export function fitTokens(texts: (string | null | undefined)[]): string[] {
  const words = tokenize(...texts);
  if (words.length < FEW_TOKENS) return words;
  let left = MAX_BYTES;
  return words.filter((word) => (left -= Buffer.byteLength(word) + 2) > 0);
}
