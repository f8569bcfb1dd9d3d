import { sql } from "kysely";
import type { Db } from "#server/lib/context.ts";
import { isInline } from "./file-type.ts";

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

/** The files of a ticket itself, without those of its comments. */
export async function filesOfTicket(db: Db, ticketId: string) {
  return (
    await files(db).where("a.ticket_id", "=", ticketId).where("a.comment_id", "is", null).execute()
  ).map(onWire);
}

export async function filesOfComments(db: Db, commentIds: string[]) {
  if (commentIds.length === 0) return [];
  return (
    await files(db)
      .where("a.comment_id", "=", sql<string>`any(${commentIds}::uuid[])`)
      .execute()
  ).map(onWire);
}

export async function getFile(db: Db, id: string) {
  return onWire(await files(db).where("a.id", "=", id).executeTakeFirstOrThrow());
}

function files(db: Db) {
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
    .orderBy("a.id");
}

function onWire(row: Row) {
  return { ...row, inline: isInline(row.media_type), created_at: row.created_at.toISOString() };
}
