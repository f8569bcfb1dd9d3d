import { sql } from "kysely";
import type { RecordingCtx } from "#server/lib/work/history.ts";
import { SYSTEM_PRINCIPAL } from "#server/lib/request-context.ts";
import { replaceText } from "./write.ts";

/**
 * Writes a comment's text anew as the desk itself, for callers that read its mail once more; the text before stays as a
 * version. Answers false, and writes nothing, where a person has edited or deleted it, or has it in hand: `before` is not
 * its text any more.
 */
export async function rewriteComment(
  ctx: RecordingCtx,
  { id, before, text }: { id: string; before: string; text: string },
): Promise<boolean> {
  const { db } = ctx;
  // The ticket first, always: answers at the same time lock in the same order.
  const ticket = await db
    .selectFrom("tickets")
    .select(["id", "company_id"])
    .where("id", "=", (eb) => eb.selectFrom("comments").select("ticket_id").where("id", "=", id))
    .forUpdate()
    .executeTakeFirst();
  const comment =
    ticket &&
    (await db.selectFrom("comments").selectAll().where("id", "=", id).forUpdate().executeTakeFirst());
  if (!ticket || !comment || comment.deleted_at !== null || comment.comment !== before) return false;
  if (await isEditedByPerson(ctx, id)) return false;
  const writer = comment.edited_at === null ? comment.author_id : SYSTEM_PRINCIPAL;
  await replaceText(ctx, ticket, comment, { text, writer });
  return true;
}

async function isEditedByPerson({ db }: RecordingCtx, id: string): Promise<boolean> {
  const { rows } = await sql`select from history where entity = 'comment' and entity_id = ${id}
    and kind = 'comment.edited' and principal_id <> ${SYSTEM_PRINCIPAL} limit 1`.execute(db);
  return rows.length > 0;
}
