import { type RawBuilder, sql } from "kysely";
import type { DueState, SlaTarget } from "#contract/sla/targets.ts";

/** The row of a ticket's due time, as its select answers it. */
export type DueRow = { due_at: string | null; due_target: SlaTarget; due_state: DueState };

/** What is due next on the ticket of a row, and how that stands now; null where no clock of it lives. */
export function dueOf(table: "t", now: Date): RawBuilder<DueRow | null> {
  return sql`(select json_build_object('due_at', d.due_at, 'due_target', d.target, 'due_state', ${dueStateOf("d", now)})
    from sla_due d where d.ticket_id = ${sql.ref(`${table}.id`)})`;
}

/** How a row of `sla_due` stands at a moment; null without a row. */
export function dueStateOf(table: "d", now: Date): RawBuilder<DueState | null> {
  const of = (column: string) => sql.ref(`${table}.${column}`);
  return sql`case when ${of("is_paused")} then 'paused' when ${of("due_at")} < ${now} then 'overdue'
    when ${of("warn_at")} <= ${now} then 'due_soon' when ${of("ticket_id")} is not null then 'running' end`;
}

/** The same as the contract shows it; nothing of it where the caller is not to know. */
export function serializeDue(due: DueRow | null | undefined, isShown: boolean) {
  if (!isShown || due === undefined) return {};
  const { due_at, due_target, due_state } = due ?? { due_at: null, due_target: null, due_state: null };
  return { due_at: due_at && new Date(due_at).toISOString(), due_target, due_state };
}
