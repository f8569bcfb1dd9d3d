import { sql, type RawBuilder } from "kysely";

/** How many items a ticket's checklist has, and how many are ticked; null without one. For the staff alone, as the table is. */
export function checklistOf(ticket: "t" | "ticket"): RawBuilder<{ done: number; items: number } | null> {
  return sql`(select json_build_object('done', count(done_at), 'items', count(*)) from checklist_items item
    where item.ticket_id = ${sql.ref(`${ticket}.id`)} having count(*) > 0)`;
}
