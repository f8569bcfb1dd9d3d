import { sql } from "kysely";
import { anyOf } from "#server/lib/any-of.ts";
import type { Ctx, Db } from "#server/lib/request-context.ts";

/** A row that went from one ticket to another, as the undo needs it. */
export type Move = { row_id: string; from_ticket_id: string };

/** Moves the whole conversations of locked tickets. The ticket on which a comment was written stays noted in it. */
export async function moveConversations(db: Db, ticketIds: string[], to: string): Promise<Move[]> {
  const { rows } = await sql<Move>`
    with moving as (select id, ticket_id from comments where ticket_id = any(${ticketIds}::uuid[]))
    update comments set ticket_id = ${to} from moving where comments.id = moving.id
    returning moving.id as row_id, moving.ticket_id as from_ticket_id`.execute(db);
  return rows;
}

/** Moves single comments to the tickets named with them. */
export async function moveComments(db: Db, moves: readonly { id: string; to: string }[]): Promise<void> {
  if (moves.length === 0) return;
  await sql`
    update comments c set ticket_id = moving."to"
    from json_to_recordset(${JSON.stringify(moves)}::json) as moving(id uuid, "to" uuid)
    where c.id = moving.id`.execute(db);
}

/** Takes a comment out of the thread whose text is the description of its ticket, or shows it there again. */
export async function standAsIssue(db: Db, commentId: string, stands: boolean): Promise<void> {
  await db.updateTable("comments").set({ stands_as_issue: stands }).where("id", "=", commentId).execute();
}

/** The description of a merged ticket as a comment of the one that stays. */
export type Opening = { id: string; from: OpenedTicket };
type OpenedTicket = {
  id: string;
  subject: string;
  issue: string;
  client_id: string | null;
  created_by: string;
  created: Date;
};

/**
 * Writes the descriptions of merged tickets as comments of their requesters, of the time at which they were raised. They come
 * before every comment of the same moment.
 */
export async function writeOpenings(
  { db }: Pick<Ctx, "db">,
  openings: readonly Opening[],
  to: string,
): Promise<void> {
  const rows = openings.map(({ id, from }) => ({
    id,
    origin_ticket_id: from.id,
    author_id: from.client_id ?? from.created_by,
    comment: `**${escapeMarkdown(from.subject)}**\n\n${from.issue}`,
    created_at: from.created,
  }));
  await sql`
    insert into comments (id, position, ticket_id, origin_ticket_id, author_id, visibility, comment, source, created_at)
    overriding system value
    select id, 0, ${to}, origin_ticket_id, author_id, 'public', comment, 'merged', created_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as opening(id uuid, origin_ticket_id uuid, author_id uuid,
      comment text, created_at timestamptz)`.execute(db);
}

/** Takes the descriptions out again, when their files have gone. */
export async function deleteOpenings(db: Db, ids: readonly string[]): Promise<void> {
  await db.deleteFrom("comments").where("id", "=", anyOf(ids)).where("source", "=", "merged").execute();
}

/** Signs that would make a heading, a link or a mark of somebody's words. */
function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>#|~]/g, String.raw`\$&`);
}
