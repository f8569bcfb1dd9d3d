import { sql } from "kysely";
import { anyOf } from "#server/lib/any-of.ts";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { Db } from "#server/lib/request-context.ts";
import { isInline } from "#server/lib/file-store/file-type.ts";

type Row = {
  id: string;
  name: string;
  media_type: string;
  bytes: number;
  width: number | null;
  height: number | null;
  ticket_id: string | null;
  comment_id: string | null;
  uploaded_by: string | null;
  uploaded_by_fullname: string | null;
  created_at: Date;
};

export async function listCommentFiles(db: Db, commentIds: string[]) {
  if (commentIds.length === 0) return [];
  return (await selectFiles(db).where("a.comment_id", "=", anyOf(commentIds)).execute()).map(
    serializeAttachment,
  );
}

/** What a mail names of a comment's files, as an expression of the statement that reads the comment. */
export function queryMailedFiles(db: Db, commentId: string) {
  return jsonArrayFrom(
    selectFiles(db)
      .clearSelect()
      .select(["a.id", "a.name", "b.bytes"])
      .where("a.comment_id", "=", sql.ref<string>(commentId)),
  );
}

/** Lists the files that wait with answers of this person. */
export async function listHeldFiles(db: Db, scheduledIds: string[]) {
  if (scheduledIds.length === 0) return [];
  const rows = await selectFiles(db)
    .select("a.scheduled_id")
    .where("a.scheduled_id", "=", anyOf(scheduledIds))
    .execute();
  return rows.map(({ scheduled_id, ...file }) => ({ ...serializeAttachment(file), scheduled_id }));
}

/** Lists those of these files that are still drafts of a person. */
export async function listOwnDrafts(db: Db, userId: string, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return (
    await selectFiles(db)
      .where("a.id", "=", anyOf(ids))
      .where("a.uploaded_by", "=", userId)
      .where("a.ticket_id", "is", null)
      .where("a.scheduled_id", "is", null)
      .execute()
  ).map(serializeAttachment);
}

export async function getFile(db: Db, id: string) {
  return serializeAttachment(await selectFiles(db).where("a.id", "=", id).executeTakeFirstOrThrow());
}

/** Selects files as `serializeAttachment` takes them, those that are not deleted, in the order of their arrival. */
export function selectFiles(db: Db) {
  return db
    .selectFrom("attachments as a")
    .innerJoin("blobs as b", "b.hash", "a.blob_hash")
    .leftJoin("users as sender", "sender.id", "a.uploaded_by")
    .select([
      "a.id",
      "a.name",
      "a.media_type",
      "b.bytes",
      "a.width",
      "a.height",
      "a.ticket_id",
      "a.comment_id",
      "a.uploaded_by",
      "sender.fullname as uploaded_by_fullname",
      "a.created_at",
    ])
    .where("a.deleted_at", "is", null)
    .orderBy("a.created_at")
    .orderBy("a.place")
    .orderBy("a.id");
}

/** A file as the contract shows it. */
export function serializeAttachment(row: Row) {
  return { ...row, inline: isInline(row.media_type), created_at: row.created_at.toISOString() };
}
