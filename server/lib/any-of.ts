import { type RawBuilder, sql } from "kysely";

/**
 * Compares an id with many: `where("id", "=", anyOf(ids))`. One text for any number of them, which is prepared once, where a
 * list of parameters is another statement for each length. The subquery hides their number from the planner: where it sees
 * that there is but one it takes a plan for any number for dearer, and plans anew each time.
 */
export function anyOf(ids: Iterable<string | null>): RawBuilder<string> {
  return sql<string>`any((select ${[...ids]}::uuid[])::uuid[])`;
}
