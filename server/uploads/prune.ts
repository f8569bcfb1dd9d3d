import { sql } from "kysely";
import { LIMITS } from "#contract/limits.ts";
import type { App } from "#server/lib/request-context.ts";

const HOUR = 3_600_000;
const KEPT = sql<boolean>`d.user_id = attachments.uploaded_by and attachments.id = any(d.attachment_ids)`;

/**
 * Nightly job: deletes unsent drafts, but for those of answers that wait and of words that their writers keep, files removed a day ago, then unreferenced blobs.
 * Returns how many blobs it deleted.
 */
export async function pruneFiles(app: App): Promise<number> {
  const draftsBefore = new Date(app.clock.now().getTime() - LIMITS.draftHours * HOUR);
  await app.db
    .deleteFrom("attachments")
    .where((eb) =>
      eb.or([
        eb.and([
          eb("ticket_id", "is", null),
          eb("scheduled_id", "is", null),
          eb("created_at", "<", draftsBefore),
          eb.not(eb.exists(eb.selectFrom("drafts as d").select("d.user_id").where(KEPT))),
        ]),
        eb("deleted_at", "<", draftsBefore),
      ]),
    )
    .execute();
  const swept = await pruneBlobs(app);
  for await (const hashes of app.files.listOld(HOUR)) await deleteStrays(app, hashes);
  return swept;
}

/** Deletes unreferenced blobs. Returns how many. */
export async function pruneBlobs(app: App): Promise<number> {
  let swept = 0;
  for (let more = true; more;) {
    const deleted = await sweepBlobs(app);
    swept += deleted;
    more = deleted > 0;
  }
  return swept;
}

/**
 * Deletes rows in one transaction with their files: an upload of the same bytes meanwhile waits, and writes them anew.
 */
async function sweepBlobs(app: App): Promise<number> {
  return app.db.transaction().execute(async (db) => {
    const { rows } = await sql<{ hash: Buffer }>`
      delete from blobs where hash in (
        select hash from blobs b where not exists (select from attachments where blob_hash = b.hash)
          and not exists (select from incoming_mails where raw_hash = b.hash)
        order by hash limit 100 for update skip locked)
      returning hash`.execute(db);
    for (const { hash } of rows) await app.files.delete(hash);
    return rows.length;
  });
}

/** Files deleted in one transaction. */
const AT_ONCE = 100;

/** Deletes files without a row: uploads that were refused after all, or whose transaction failed. */
async function deleteStrays(app: App, hashes: Buffer[]): Promise<void> {
  const referenced = await findReferencedBlobs(app, hashes);
  const strays = hashes
    .filter((hash) => !referenced.has(hash.toString("hex")))
    .toSorted((a, b) => a.compare(b));
  for (let at = 0; at < strays.length; at += AT_ONCE)
    await deleteWithoutRow(app, strays.slice(at, at + AT_ONCE));
}

/** A row of the transaction's own locks the name: an upload of the same bytes meanwhile waits, and writes them anew. */
async function deleteWithoutRow(app: App, hashes: Buffer[]): Promise<void> {
  await app.db.transaction().execute(async (db) => {
    const locked = await db
      .insertInto("blobs")
      .values(hashes.map((hash) => ({ hash, bytes: 0 })))
      .onConflict((conflict) => conflict.doNothing())
      .returning("hash")
      .execute();
    if (locked.length === 0) return;
    for (const { hash } of locked) await app.files.delete(hash);
    await db
      .deleteFrom("blobs")
      .where(
        "hash",
        "in",
        locked.map(({ hash }) => hash),
      )
      .execute();
  });
}

async function findReferencedBlobs(app: App, hashes: Buffer[]): Promise<Set<string>> {
  const rows = await app.db.selectFrom("blobs").select("hash").where("hash", "in", hashes).execute();
  return new Set(rows.map(({ hash }) => hash.toString("hex")));
}
