import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { z } from "zod";
import { isExternal } from "#contract/access/actor.ts";
import {
  mayComment,
  mayDeleteComment,
  mayEditComment,
  mayModerateComment,
  mayWriteInternalNote,
} from "#contract/access/comments.ts";
import { maySetStatus } from "#contract/access/tickets.ts";
import type { comments } from "#contract/comments.ts";
import type { KindOf } from "#contract/events.ts";
import { jobs } from "#contract/jobs.ts";
import type { Ctx, Db } from "#server/lib/context.ts";
import { recordEvent, eventsQuery } from "#server/lib/work/history.ts";
import { jobQuery } from "#server/lib/work/jobs.ts";
import { refuse } from "#server/lib/refusal.ts";
import {
  refuseLateAnswer,
  statusAfterComment,
  pickTouchedColumn,
  touchTicketQuery,
} from "#server/tickets/change/record-comment.ts";
import { saveTicket } from "#server/tickets/change/save.ts";
import { lockTicket, type TicketRecord } from "#server/tickets/read.ts";
import { addTokensQuery, reindexTicket } from "#server/tickets/search-index/ticket-tokens.ts";
import { keepReadQuery } from "#server/tickets/unread.ts";
import { listCommentFiles } from "#server/uploads/read.ts";
import { claimDrafts, removeFilesOfComment } from "#server/uploads/write.ts";
import { getComment, lockComment, ownComment, type CommentRecord } from "./read.ts";

type NewComment = z.output<typeof comments.create.body>;

/** Answers publicly, or notes internally; staff may set a status in the same request. */
export async function createComment(ctx: Ctx, ticketId: string, wanted: NewComment) {
  const ticket = await lockTicket(ctx, ticketId);
  refuseComment(ctx, ticket, wanted);
  refuseLateAnswer(ctx, ticket);
  const { comment, visibility, attachment_ids } = wanted;
  const status = wanted.status ?? (await statusAfterComment(ctx, ticket, visibility));
  const row = { id: randomUUID(), author_id: ctx.actor.id, visibility, comment, created_at: ctx.now };
  await insertComment(ctx, ticket, row, {
    event: eventsQuery(ctx, [eventOf(ticket, row, "comment.created")]),
    job: visibility === "public" ? jobQuery(ctx.db, jobs.announceComment, { comment_id: row.id }) : null,
  });
  if (status) await saveTicket(ctx, { ...ticket, ...pickTouchedColumn(ctx, visibility) }, { status });
  await claimDrafts(ctx, attachment_ids, { ticketId, commentId: row.id });
  return ownComment(ctx, row, attachment_ids?.length ? await listCommentFiles(ctx.db, [row.id]) : []);
}

type Beside = { event: ReturnType<typeof eventsQuery>; job: ReturnType<typeof jobQuery> | null };

/**
 * The comment and what it does to its ticket. One statement writes it all, since each on its own way to the database would
 * cost as much as its work.
 */
async function insertComment(
  ctx: Ctx,
  ticket: TicketRecord,
  row: Own,
  { event, job }: Beside,
): Promise<void> {
  const movedTo = row.visibility === "public" ? ctx.now : null;
  const indexed = await ctx.db
    .with("comment", (db) =>
      db.insertInto("comments").values({ ...row, ticket_id: ticket.id, origin_ticket_id: ticket.id }),
    )
    .with("ticket", () => touchTicketQuery(ctx, ticket, row.visibility))
    .with("read", () => keepReadQuery(ctx, ticket))
    .with("indexed", () => addTokensQuery(ctx.db, ticket.id, row.comment, movedTo))
    .with("event", () => event)
    .with("job", (db) => job ?? db.selectNoFrom((eb) => eb.lit(null).as("none")))
    .selectFrom("indexed")
    .select("ticket_id")
    .executeTakeFirst();
  if (!indexed) await reindexTicket(ctx.db, ticket.id);
}

/** Changes the author's own comment; the earlier text stays as a version that staff can read. */
export async function changeComment(ctx: Ctx, place: Place, text: string) {
  const { ticket, comment } = await lockBoth(ctx, place);
  if (!mayEditComment(ctx.actor, comment) || !mayComment(ctx.actor, ticket))
    throw refuse(403, ctx.actor.company_active ? "comment.edit_author_only" : "auth.company_inactive");
  if (text === comment.comment) return getComment(ctx, comment.id);
  await keepVersion(ctx, comment);
  await ctx.db
    .updateTable("comments")
    .set({ comment: text, version: comment.version + 1, edited_at: ctx.now })
    .where("id", "=", comment.id)
    .execute();
  await reindexTicket(ctx.db, ticket.id);
  await recordEvent(ctx, {
    ...eventOf(ticket, comment, "comment.edited"),
    before: { comment: comment.comment },
  });
  return getComment(ctx, comment.id);
}

/** Deletes the author's own comment, or another's as an administrator: the history records that as moderation. */
export async function deleteComment(ctx: Ctx, place: Place): Promise<void> {
  const { ticket, comment } = await lockBoth(ctx, place);
  if (!mayDeleteComment(ctx.actor, comment))
    throw refuse(403, ctx.actor.company_active ? "comment.delete_author_only" : "auth.company_inactive");
  await ctx.db
    .updateTable("comments")
    .set({ deleted_at: ctx.now, deleted_by: ctx.actor.id })
    .where("id", "=", comment.id)
    .execute();
  await removeFilesOfComment(ctx, comment.id);
  await reindexTicket(ctx.db, ticket.id);
  const kind = mayModerateComment(ctx.actor, comment) ? "comment.moderated" : "comment.deleted";
  await recordEvent(ctx, { ...eventOf(ticket, comment, kind), before: { comment: comment.comment } });
}

type Own = Parameters<typeof ownComment>[1];
type Place = { ticket_id: string; comment_id: string };

function refuseComment(ctx: Ctx, ticket: TicketRecord, wanted: NewComment): void {
  if (ticket.deleted) throw refuse(403, "comment.ticket_in_trash");
  if (!mayComment(ctx.actor, ticket))
    throw refuse(403, ctx.actor.company_active ? "auth.not_allowed" : "auth.company_inactive");
  if (wanted.visibility === "internal" && !mayWriteInternalNote(ctx.actor))
    throw refuse(403, "comment.internal_staff_only");
  if (wanted.status !== undefined && (isExternal(ctx.actor) || !maySetStatus(ctx.actor)))
    throw refuse(403, "comment.status_staff_only");
}

/** Locks the ticket first, always: answers at the same time lock in the same order. */
async function lockBoth(ctx: Ctx, { ticket_id, comment_id }: Place) {
  const ticket = await lockTicket(ctx, ticket_id);
  return { ticket, comment: await lockComment(ctx, ticket_id, comment_id) };
}

async function keepVersion(ctx: Ctx, comment: CommentRecord): Promise<void> {
  await ctx.db
    .insertInto("comment_versions")
    .values({
      comment_id: comment.id,
      version: comment.version,
      comment: comment.comment,
      written_by: comment.author_id,
      written_at: comment.edited_at ?? comment.created_at,
    })
    .execute();
}

function eventOf(
  ticket: TicketRecord,
  comment: Pick<CommentRecord, "id" | "visibility">,
  kind: KindOf<"comment">,
) {
  return {
    id: comment.id,
    kind,
    audience: comment.visibility,
    companyId: ticket.company_id,
    after: { ticket_id: ticket.id, visibility: comment.visibility },
  };
}

/** Erases the whole conversations of tickets: answers, notes and their earlier versions. */
export async function eraseComments(db: Db, ticketIds: string[]): Promise<void> {
  const theirs = sql<string>`any(${ticketIds}::uuid[])`;
  await db
    .deleteFrom("comment_versions")
    .where("comment_id", "in", (eb) => eb.selectFrom("comments").select("id").where("ticket_id", "=", theirs))
    .execute();
  await db.deleteFrom("comments").where("ticket_id", "=", theirs).execute();
}
