import { sql } from "kysely";
import type { Db } from "#server/lib/request-context.ts";
import type { Move } from "../move.ts";
import { findReaderChange } from "./readers.ts";
import { selectRows } from "./read.ts";

/** Moves the answers that wait on locked tickets, and those that were stopped there. */
export async function moveScheduled(db: Db, ticketIds: readonly string[], to: string): Promise<Move[]> {
  const { rows } = await sql<Move>`
    with moving as (
      select id, ticket_id from scheduled_comments
      where ticket_id = any(${[...ticketIds]}::uuid[]) and state in ('waiting', 'stopped'))
    update scheduled_comments s set ticket_id = ${to} from moving where s.id = moving.id
    returning moving.id as row_id, moving.ticket_id as from_ticket_id`.execute(db);
  return rows;
}

/** Puts those back that have not gone out meanwhile. */
export async function putScheduledBack(db: Db, moves: readonly Move[]): Promise<void> {
  if (moves.length === 0) return;
  await sql`
    update scheduled_comments s set ticket_id = moved.from_ticket_id
    from json_to_recordset(${JSON.stringify(moves)}::json) as moved(row_id uuid, from_ticket_id uuid)
    where s.id = moved.row_id and s.state in ('waiting', 'stopped')`.execute(db);
}

/** Stops the answers on a locked ticket that somebody from outside would now read whom their authors had not before them. */
export async function stopWhereReadersChanged(db: Db, ticketId: string, now: Date): Promise<void> {
  const waiting = await selectRows(db)
    .where("s.ticket_id", "=", ticketId)
    .where("s.state", "=", "waiting")
    .where("s.visibility", "=", "public")
    .execute();
  for (const row of waiting) {
    // oxlint-disable-next-line no-await-in-loop
    if ((await findReaderChange(db, row)) === null) continue;
    // oxlint-disable-next-line no-await-in-loop
    await sql`select stop_scheduled(${row.id}, 'readers_changed_by_merge', null, ${now}::timestamptz)`.execute(
      db,
    );
  }
}
