import { sql, type RawBuilder } from "kysely";
import { statusesIn, STATUSES_IN_COURSE } from "#contract/statuses.ts";

/** Whether the work on a ticket is not over, by the column that holds its status, such as `t.status`. */
export function isNotClosed(column: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} not in (${literals(statusesIn("closed"))})`;
}

/** The place of a status in the course of a ticket; word for word what the index of migration 10 is made of. */
export function placeInCourse(column: string): RawBuilder<number> {
  return sql<number>`array_position(array[${literals(STATUSES_IN_COURSE)}], ${sql.ref(column)})`;
}

/** Not parameters: the planner looks for an index by what stands there. */
function literals(codes: readonly string[]): RawBuilder<unknown> {
  return sql.join(codes.map((code) => sql.lit(code)));
}
