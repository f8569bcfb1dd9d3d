import { sql } from "kysely";
import { mayChangeAnything } from "#contract/access/actor.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Ctx, Db } from "#server/lib/context.ts";
import type { Received } from "#server/lib/file-store.ts";
import { recordEvent } from "#server/lib/work/history.ts";
import { fieldError, refuse } from "#server/lib/refusal.ts";
import { kindOf } from "./file-type.ts";
import { cleanFileName } from "./file-name.ts";

export type ReceivedFile = { received: Received; name: string };
type Place = { ticketId: string | null; commentId: string | null };

/**
 * Stores a received file. The blob's row is locked before the bytes become part of the store, so that pruning, which
 * deletes under the same lock, never deletes them.
 */
export async function storeFile(ctx: Ctx, { received, name }: ReceivedFile, place: Place): Promise<string> {
  await ctx.db
    .insertInto("blobs")
    .values({ hash: received.hash, bytes: received.bytes })
    .onConflict((conflict) => conflict.column("hash").doUpdateSet({ bytes: received.bytes }))
    .execute();
  await received.keep();
  const called = cleanFileName(name);
  const { mediaType, width, height } = kindOf(received.head, called);
  const { id } = await ctx.db
    .insertInto("attachments")
    .values({
      blob_hash: received.hash,
      ticket_id: place.ticketId,
      comment_id: place.commentId,
      name: called,
      media_type: mediaType,
      width,
      height,
      uploaded_by: ctx.actor.id,
      created_at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Refuses 403 to people of an inactive company, and 429 when somebody has too many files waiting in drafts. */
export async function refuseManyDrafts(ctx: Ctx): Promise<void> {
  if (!mayChangeAnything(ctx.actor)) throw refuse(403, "auth.company_inactive");
  const { waiting } = await ctx.db
    .selectFrom("attachments")
    .select((eb) => eb.fn.countAll<number>().as("waiting"))
    .where("uploaded_by", "=", ctx.actor.id)
    .where("ticket_id", "is", null)
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  if (waiting >= LIMITS.attachmentsInDrafts) throw refuse(429, "upload.too_many_drafts");
}

/**
 * Moves the caller's own drafts to the ticket or comment they were uploaded for.
 * Refuses 422 for a file that is somebody else's, sent already, or pruned.
 */
export async function claimDrafts(
  ctx: Ctx,
  ids: string[] | undefined,
  place: { ticketId: string; commentId: string | null },
): Promise<void> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return;
  const claimed = await ctx.db
    .updateTable("attachments")
    .set({ ticket_id: place.ticketId, comment_id: place.commentId })
    .where("id", "=", sql<string>`any(${wanted}::uuid[])`)
    .where("uploaded_by", "=", ctx.actor.id)
    .where("ticket_id", "is", null)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (claimed.numUpdatedRows === BigInt(wanted.length)) return;
  throw refuse(422, "upload.gone", {
    errors: [fieldError("attachment_ids", "upload.attach_again")],
  });
}

export type FileRecord = {
  id: string;
  ticket_id: string | null;
  comment_id: string | null;
  uploaded_by: string;
  name: string;
};

/** Removes a file; its blob goes with the next pruning, unless another file has the same bytes. */
export async function removeFile(
  ctx: Ctx,
  file: FileRecord,
  about: { audience: "public" | "internal"; companyId: string | null },
): Promise<void> {
  await ctx.db
    .updateTable("attachments")
    .set({ deleted_at: ctx.now, deleted_by: ctx.actor.id })
    .where("id", "=", file.id)
    .execute();
  if (file.ticket_id === null) return;
  await recordEvent(ctx, {
    id: file.id,
    kind: "attachment.deleted",
    ...about,
    before: { ticket_id: file.ticket_id, name: file.name },
  });
}

/** Removes the files of a deleted comment. */
export async function removeFilesOfComment(ctx: Ctx, commentId: string): Promise<void> {
  await ctx.db
    .updateTable("attachments")
    .set({ deleted_at: ctx.now, deleted_by: ctx.actor.id })
    .where("comment_id", "=", commentId)
    .where("deleted_at", "is", null)
    .execute();
}

/** Erases the files of erased tickets; their blobs go with the next pruning. */
export async function eraseFiles(db: Db, ticketIds: string[]): Promise<void> {
  await db
    .deleteFrom("attachments")
    .where("ticket_id", "=", sql<string>`any(${ticketIds}::uuid[])`)
    .execute();
}
