import { sql } from "kysely";
import { type RecordingCtx, recordEvent } from "#server/lib/work/history.ts";
import { SYSTEM_PRINCIPAL } from "#server/lib/request-context.ts";
import { reindexChanged } from "../search-index/reindex-ticket.ts";

/**
 * Writes the description of a ticket anew as the desk itself, for callers that read its mail once more; the history keeps
 * the one before. Answers false, and writes nothing, where a person has edited it, or the ticket is in the trash or
 * merged, or `before` is not its description any more. When the ticket was worked on last stays as it was.
 */
export async function rewriteIssue(
  ctx: RecordingCtx,
  { id, before, text }: { id: string; before: string; text: string },
): Promise<boolean> {
  const ticket = await ctx.db
    .selectFrom("tickets")
    .select(["company_id", "version", "issue", "deleted_at", "erased_at", "merged_into_id"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!ticket || ticket.deleted_at || ticket.erased_at || ticket.merged_into_id || ticket.issue !== before)
    return false;
  if (await isEditedByPerson(ctx, id)) return false;
  const version = ticket.version + 1;
  await ctx.db.updateTable("tickets").set({ issue: text, version }).where("id", "=", id).execute();
  await reindexChanged(ctx, id);
  await recordEvent(ctx, {
    id,
    kind: "ticket.changed",
    companyId: ticket.company_id,
    before: { issue: before },
    after: { issue: text, version },
  });
  return true;
}

async function isEditedByPerson({ db }: RecordingCtx, id: string): Promise<boolean> {
  const { rows } = await sql`select from history where entity = 'ticket' and entity_id = ${id}
    and kind = 'ticket.changed' and after ? 'issue' and principal_id <> ${SYSTEM_PRINCIPAL} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}
