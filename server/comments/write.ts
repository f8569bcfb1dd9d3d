import { sql } from "kysely";
import { anyOf } from "#server/lib/any-of.ts";
import {
  mayComment,
  mayDeleteComment,
  mayEditComment,
  mayModerateComment,
} from "#contract/access/comments.ts";
import type { Ctx, Db } from "#server/lib/request-context.ts";
import { type RecordingCtx, recordEvent } from "#server/lib/work/history.ts";
import { takeBack } from "#server/lib/work/inbox.ts";
import { refuse } from "#server/lib/refusal.ts";
import { lockTicket, type TicketRecord } from "#server/tickets/read.ts";
import { reindexChanged } from "#server/tickets/search-index/reindex-ticket.ts";
import { removeFilesOfComment } from "#server/uploads/write.ts";
import { buildCommentEvent } from "./create.ts";
import { changeMentions } from "./mentions.ts";
import { getComment, lockComment, type CommentRecord } from "./read.ts";

/**
 * Changes the author's own comment; the earlier text stays as a version that staff can read. Who is new among those that
 * it mentions is told.
 */
export async function changeComment(
  ctx: Ctx,
  place: Place,
  { comment: text, mentions }: { comment: string; mentions?: string[] },
) {
  const { ticket, comment } = await lockBoth(ctx, place);
  refuseDescription(comment);
  if (!mayEditComment(ctx.actor, comment) || !mayComment(ctx.actor, ticket))
    throw refuse(403, ctx.actor.company_active ? "comment.edit_author_only" : "auth.company_inactive");
  if (text === comment.comment && mentions === undefined) return getComment(ctx, comment.id);
  await changeMentions(ctx, ticket, comment, { text, ids: mentions });
  if (text !== comment.comment) await replaceText(ctx, ticket, comment, { text, writer: comment.author_id });
  return getComment(ctx, comment.id);
}

type CommentText = Pick<
  CommentRecord,
  "id" | "comment" | "visibility" | "version" | "created_at" | "edited_at"
>;

/** Writes a locked comment's text anew, for callers that have asked who may; `writer` of the text before keeps it as a version. */
export async function replaceText(
  ctx: RecordingCtx,
  ticket: Pick<TicketRecord, "id" | "company_id">,
  comment: CommentText,
  { text, writer }: { text: string; writer: string },
): Promise<void> {
  await keepVersion(ctx, comment, writer);
  await ctx.db
    .updateTable("comments")
    .set({ comment: text, version: comment.version + 1, edited_at: ctx.now })
    .where("id", "=", comment.id)
    .execute();
  await reindexChanged(ctx, ticket.id);
  await recordEvent(ctx, {
    ...buildCommentEvent(ticket, comment, "comment.edited"),
    before: { comment: comment.comment },
  });
}

/** Deletes the author's own comment, or another's as an administrator: the history records that as moderation. */
export async function deleteComment(ctx: Ctx, place: Place): Promise<void> {
  const { ticket, comment } = await lockBoth(ctx, place);
  refuseDescription(comment);
  if (!mayDeleteComment(ctx.actor, comment))
    throw refuse(403, ctx.actor.company_active ? "comment.delete_author_only" : "auth.company_inactive");
  await ctx.db
    .updateTable("comments")
    .set({ deleted_at: ctx.now, deleted_by: ctx.actor.id })
    .where("id", "=", comment.id)
    .execute();
  await takeBack(ctx, comment.id);
  await removeFilesOfComment(ctx, comment.id);
  await reindexChanged(ctx, ticket.id);
  const kind = mayModerateComment(ctx.actor, comment) ? "comment.moderated" : "comment.deleted";
  await recordEvent(ctx, {
    ...buildCommentEvent(ticket, comment, kind),
    before: { comment: comment.comment },
  });
}

/** Refuses 403 to change what was the description of a merged ticket: the undo of the merge brings it back as it was. */
function refuseDescription({ source }: CommentRecord): void {
  if (source === "merged") throw refuse(403, "merge.description_fixed");
}

type Place = { ticket_id: string; comment_id: string };

/** Locks the ticket first, always: answers at the same time lock in the same order. */
async function lockBoth(ctx: Ctx, { ticket_id, comment_id }: Place) {
  const ticket = await lockTicket(ctx, ticket_id);
  return { ticket, comment: await lockComment(ctx, ticket_id, comment_id) };
}

async function keepVersion(ctx: RecordingCtx, comment: CommentText, writer: string): Promise<void> {
  await ctx.db
    .insertInto("comment_versions")
    .values({
      comment_id: comment.id,
      version: comment.version,
      comment: comment.comment,
      written_by: writer,
      written_at: comment.edited_at ?? comment.created_at,
    })
    .execute();
}

/** Erases the whole conversations of tickets: answers, notes and their earlier versions. */
export async function eraseComments(db: Db, ticketIds: string[]): Promise<void> {
  const theirs = anyOf(ticketIds);
  await db
    .deleteFrom("comment_versions")
    .where("comment_id", "in", (eb) => eb.selectFrom("comments").select("id").where("ticket_id", "=", theirs))
    .execute();
  await db.deleteFrom("comments").where("ticket_id", "=", theirs).execute();
}

/** Takes the addresses of an erased person from comments that were joined before anybody knew who wrote them. */
export async function forgetWriters(db: Db, addresses: string[]): Promise<void> {
  await db
    .updateTable("comments")
    .set({ from_address: null })
    .where("from_address", "=", sql<string>`any(${addresses})`)
    .execute();
}
