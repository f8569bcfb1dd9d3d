import { type RawBuilder, sql } from "kysely";

/**
 * Compares an id with many: `where("id", "=", anyOf(ids))`. One text for any number of them, which is prepared once, where a
 * list of parameters is another statement for each length.
 */
export function anyOf(ids: Iterable<string | null>): RawBuilder<string> {
  return sql<string>`any(${[...ids]}::uuid[])`;
}
