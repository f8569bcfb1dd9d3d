import { sql } from "kysely";
import type { Db } from "#server/lib/request-context.ts";

export type ItemMove = { row_id: string; from_ticket_id: string; position: number };

/** Moves the checklists of locked tickets below that of another one, in the order of the tickets. */
export async function moveChecklists(db: Db, ticketIds: readonly string[], to: string): Promise<ItemMove[]> {
  const { rows } = await sql<ItemMove>`
    with moving as (
      select item.id, item.ticket_id, item.position,
        row_number() over (order by asked.place, item.position, item.id) as place
      from unnest(${[...ticketIds]}::uuid[]) with ordinality as asked(id, place)
      join checklist_items item on item.ticket_id = asked.id),
    last as (select coalesce(max(position), 0) as position from checklist_items where ticket_id = ${to})
    update checklist_items item set ticket_id = ${to}, position = last.position + moving.place::int
    from moving, last where item.id = moving.id
    returning moving.id as row_id, moving.ticket_id as from_ticket_id, moving.position`.execute(db);
  return rows;
}

/** Puts items back at their places; those that were deleted since stay so. */
export async function putItemsBack(db: Db, moves: readonly ItemMove[]): Promise<void> {
  if (moves.length === 0) return;
  await sql`
    update checklist_items item set ticket_id = moved.from_ticket_id, position = moved.position
    from json_to_recordset(${JSON.stringify(moves)}::json) as moved(row_id uuid, from_ticket_id uuid, position int)
    where item.id = moved.row_id`.execute(db);
}
