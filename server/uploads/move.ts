import { sql } from "kysely";
import { anyOf } from "#server/lib/any-of.ts";
import type { Db } from "#server/lib/request-context.ts";

type Move = { row_id: string; from_ticket_id: string };

/** Moves every file of locked tickets. Those of a ticket itself come with the comment that its description became. */
export async function moveFilesOfTickets(
  db: Db,
  openings: readonly { ticketId: string; commentId: string }[],
  to: string,
): Promise<Move[]> {
  const { rows } = await sql<Move>`
    with opening as (
      select "ticketId" as ticket_id, "commentId" as comment_id
      from json_to_recordset(${JSON.stringify(openings)}::json) as opening("ticketId" uuid, "commentId" uuid)),
    moving as (
      select a.id, a.ticket_id, coalesce(a.comment_id, opening.comment_id) as comment_id
      from attachments a join opening on opening.ticket_id = a.ticket_id)
    update attachments set ticket_id = ${to}, comment_id = moving.comment_id from moving where attachments.id = moving.id
    returning moving.id as row_id, moving.ticket_id as from_ticket_id`.execute(db);
  return rows;
}

/** Files follow the comments that they came with, wherever those stand now. */
export async function moveFilesOfComments(db: Db, commentIds: readonly string[]): Promise<void> {
  if (commentIds.length === 0) return;
  await sql`
    update attachments a set ticket_id = c.ticket_id from comments c
    where a.comment_id = c.id and c.id = any(${[...commentIds]}::uuid[])`.execute(db);
}

/** Makes the files of a comment those of its ticket itself, without a comment; answers which. */
export async function detachFiles(db: Db, commentId: string, ticketId: string): Promise<string[]> {
  const rows = await db
    .updateTable("attachments")
    .set({ ticket_id: ticketId, comment_id: null })
    .where("comment_id", "=", commentId)
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Brings the files of one ticket to another one; of those of the ticket itself some go back to their comment. */
export async function bringFilesHome(
  db: Db,
  [from, to]: readonly [string, string],
  { fileIds, commentId }: { fileIds: readonly string[]; commentId: string | null },
): Promise<void> {
  await db.updateTable("attachments").set({ ticket_id: to }).where("ticket_id", "=", from).execute();
  if (commentId === null || fileIds.length === 0) return;
  await db
    .updateTable("attachments")
    .set({ comment_id: commentId })
    .where("id", "=", anyOf(fileIds))
    .where("ticket_id", "=", to)
    .where("comment_id", "is", null)
    .execute();
}
