import { sql } from "kysely";
import { anyOf } from "#server/lib/any-of.ts";
import { jobs } from "#contract/jobs.ts";
import type { Ctx, Db } from "#server/lib/request-context.ts";
import type { Received } from "#server/lib/file-store/file-store.ts";
import { recordEvent } from "#server/lib/work/history.ts";
import { fieldError, refuse } from "#server/lib/refusal.ts";
import { enqueue } from "#server/lib/work/enqueue.ts";
import { lockDrafts, refuseFullTicket, refuseManyDrafts } from "./upload-limits.ts";
import { kindOf } from "#server/lib/file-store/file-type.ts";
import { cleanFileName } from "./file-name.ts";

export type ReceivedFile = { received: Received; name: string };
type Place = { ticketId: string | null; commentId: string | null };

/**
 * Stores a received file. Refuses 429 with too many drafts, 409 on a full ticket; the ticket is locked by the caller.
 */
export async function storeFile(ctx: Ctx, { received, name }: ReceivedFile, place: Place): Promise<string> {
  if (place.ticketId === null) {
    await lockDrafts(ctx);
    await refuseManyDrafts(ctx);
  } else await refuseFullTicket(ctx, place.ticketId, 1);
  return insertFile(ctx, { received, name }, place);
}

/**
 * Stores a file that came by mail as a draft of the person who sent it, until the same transaction's ticket or comment
 * claims it: it has arrived already, so nobody counts drafts. `contentId` marks a picture that stands in the words,
 * `place` the file's among those of the mail, which all arrive in one moment.
 */
export function keepMailFile(
  ctx: Ctx,
  file: ReceivedFile,
  { contentId, place }: { contentId: string | null; place: number },
): Promise<string> {
  return insertFile(ctx, file, { ticketId: null, commentId: null, contentId, place });
}

/**
 * The blob's row is locked before the bytes become part of the store, so that pruning, which deletes under the same
 * lock, never deletes them.
 */
async function insertFile(
  ctx: Ctx,
  { received, name }: ReceivedFile,
  place: Place & { contentId?: string | null; place?: number },
): Promise<string> {
  await sql`select keep_blob(${received.hash}, ${received.bytes})`.execute(ctx.db);
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
      // External users' own requests may not write these columns.
      ...(place.contentId && { content_id: place.contentId }),
      ...(place.place && { place: place.place }),
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

/**
 * Moves the caller's own drafts to the ticket or comment they were uploaded for.
 * Refuses 422 for a file that is somebody else's, sent already, or pruned, 409 on a full ticket.
 */
export async function claimDrafts(
  ctx: Ctx,
  ids: string[] | undefined,
  place: { ticketId: string; commentId: string | null },
): Promise<void> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return;
  await refuseFullTicket(ctx, place.ticketId, wanted.length);
  const claimed = await ctx.db
    .updateTable("attachments")
    .set({ ticket_id: place.ticketId, comment_id: place.commentId })
    .where("id", "=", anyOf(wanted))
    .where("uploaded_by", "=", ctx.actor.id)
    .where("ticket_id", "is", null)
    .where("scheduled_id", "is", null)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  refuseGone(claimed.numUpdatedRows, wanted);
}

type Copied = { ticketId: string; commentId: string };

/**
 * Gives every one of many comments files of its own, of the same bytes as the caller's drafts, which stay drafts. Refuses 422
 * as `claimDrafts` does, 409 where one of the tickets is full.
 */
export async function copyDrafts(ctx: Ctx, ids: readonly string[], places: readonly Copied[]): Promise<void> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0 || places.length === 0) return;
  // oxlint-disable-next-line no-await-in-loop
  for (const { ticketId } of places) await refuseFullTicket(ctx, ticketId, wanted.length);
  const { numAffectedRows = 0n } = await sql`
    insert into attachments (blob_hash, ticket_id, comment_id, name, media_type, width, height, uploaded_by, created_at, place)
    select a.blob_hash, copy."ticketId", copy."commentId", a.name, a.media_type, a.width, a.height, a.uploaded_by,
      a.created_at, a.place
    from attachments a, json_to_recordset(${JSON.stringify(places)}::json) as copy("ticketId" uuid, "commentId" uuid)
    where a.id = any(${wanted}::uuid[]) and a.uploaded_by = ${ctx.actor.id} and a.ticket_id is null
      and a.scheduled_id is null and a.deleted_at is null`.execute(ctx.db);
  refuseGone(numAffectedRows, { length: wanted.length * places.length });
}

/** Keeps the caller's own drafts for an answer that waits. Refuses 422 as `claimDrafts` does. */
export async function holdDrafts(ctx: Ctx, ids: string[] | undefined, scheduledId: string): Promise<void> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return;
  const held = await ctx.db
    .updateTable("attachments")
    .set({ scheduled_id: scheduledId })
    .where("id", "=", anyOf(wanted))
    .where("uploaded_by", "=", ctx.actor.id)
    .where("ticket_id", "is", null)
    .where((eb) => eb.or([eb("scheduled_id", "is", null), eb("scheduled_id", "=", scheduledId)]))
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  refuseGone(held.numUpdatedRows, wanted);
}

/**
 * Makes the files of an answer that waited drafts again, all or those that it goes on without, and answers their ids. Their
 * day until they are swept begins now; they stay in their order.
 */
export async function releaseHeldFiles(
  { db, now }: Pick<Ctx, "db" | "now">,
  scheduledId: string,
  { but = [] }: { but?: readonly string[] } = {},
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update attachments a set scheduled_id = null, created_at = ${now}, place = o.nth
    from (select id, row_number() over (order by created_at, place, id) as nth from attachments
      where scheduled_id = ${scheduledId} and id <> all(${[...but]}::uuid[])) as o
    where a.id = o.id returning a.id`.execute(db);
  return rows.map(({ id }) => id);
}

function refuseGone(found: bigint, wanted: { readonly length: number }): void {
  if (found === BigInt(wanted.length)) return;
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

/**
 * Removes a file. A draft goes at once, so that nobody fills the disk with what they delete; the blob of any other with
 * the next pruning, unless another file has the same bytes.
 */
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
  if (file.ticket_id === null) return enqueue(ctx, jobs.eraseDeletedDraft, { attachment_id: file.id });
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

/** Erases every file that somebody sent; the bytes go with the next pruning. Answers how many, and their size. */
export async function eraseFilesOf(db: Db, userId: string): Promise<{ count: number; bytes: number }> {
  const { rows } = await sql<{ count: number; bytes: number }>`
    with gone as (delete from attachments where uploaded_by = ${userId} returning blob_hash)
    select count(*)::int as count, coalesce(sum(b.bytes), 0)::float8 as bytes
    from gone join blobs b on b.hash = gone.blob_hash`.execute(db);
  return rows[0] ?? { count: 0, bytes: 0 };
}

/** Erases the files of erased tickets, and of answers that wait there; their blobs go with the next pruning. */
export async function eraseFiles(db: Db, ticketIds: string[]): Promise<void> {
  await db
    .deleteFrom("attachments")
    .where("scheduled_id", "in", (eb) =>
      eb.selectFrom("scheduled_comments").select("id").where("ticket_id", "=", anyOf(ticketIds)),
    )
    .execute();
  await db.deleteFrom("attachments").where("ticket_id", "=", anyOf(ticketIds)).execute();
}
