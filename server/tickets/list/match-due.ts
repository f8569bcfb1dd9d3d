import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { SlaFilter } from "#contract/sla/targets.ts";

/** Matches rows of any source that is called `t`. */
export function isDue(filter: SlaFilter, now: Date): RawBuilder<SqlBool> {
  // Of those there are as many as there are open tickets: each row that is read anyway is asked.
  if (filter === "running")
    return sql`exists (select from sla_due d where d.ticket_id = t.id and ${matchDue(filter, now)})`;
  return sql`t.id = any(array(select d.ticket_id from sla_due d where ${matchDue(filter, now)}))`;
}

/** Matches rows of `sla_due` as `d`. */
export function matchDue(filter: SlaFilter, now: Date): RawBuilder<SqlBool> {
  // Not a value: estimated from it, each use would be planned anew.
  const moment = sql`(select ${now}::timestamptz)`;
  const matches: Record<SlaFilter, RawBuilder<SqlBool>> = {
    overdue: sql`d.due_at < ${moment}`,
    due_soon: sql`d.due_at >= ${moment} and d.warn_at <= ${moment}`,
    paused: sql`d.is_paused`,
    running: sql`not d.is_paused`,
  };
  return matches[filter];
}

/** The time of a ticket without one, so that it comes last in either direction and a cursor can name its place. */
export function lastDue(direction: "asc" | "desc"): string {
  return direction === "asc" ? "9999-12-31T00:00:00.000Z" : "0001-01-01T00:00:00.000Z";
}

/** The due time of a row of `tickets` as `t`, never null. */
export function dueTime(direction: "asc" | "desc"): RawBuilder<unknown> {
  return sql`coalesce((select d.due_at from sla_due d where d.ticket_id = t.id), ${sql.lit(lastDue(direction))}::timestamptz)`;
}
