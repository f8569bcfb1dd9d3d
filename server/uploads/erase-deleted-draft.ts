import { sql } from "kysely";
import type { DataOf, jobs } from "#contract/jobs.ts";
import type { App } from "#server/lib/request-context.ts";

/**
 * Job after a draft was deleted: takes its row and, unless another file has the same bytes, the bytes. The blob is locked
 * before its readers are counted, as an upload of the same bytes locks it.
 */
export async function eraseDeletedDraft(
  app: App,
  { attachment_id }: DataOf<typeof jobs.eraseDeletedDraft>,
): Promise<void> {
  await app.db.transaction().execute(async (db) => {
    const draft = await db
      .deleteFrom("attachments")
      .where("id", "=", attachment_id)
      .where("ticket_id", "is", null)
      .where("deleted_at", "is not", null)
      .returning("blob_hash")
      .executeTakeFirst();
    if (!draft) return;
    const { blob_hash: hash } = draft;
    await db.selectFrom("blobs").select("hash").where("hash", "=", hash).forUpdate().execute();
    const { rows } = await sql`
      delete from blobs b where hash = ${hash} and not exists (select from attachments where blob_hash = b.hash)
      returning hash`.execute(db);
    if (rows.length > 0) await app.files.delete(hash);
  });
}
