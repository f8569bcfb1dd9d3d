import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { z } from "zod";
import { isExternal } from "#contract/access/actor.ts";
import { mayComment, mayWriteInternalNote } from "#contract/access/comments.ts";
import { mayApplyEffects } from "#contract/access/replies.ts";
import { maySetStatus } from "#contract/access/tickets.ts";
import type { comments } from "#contract/comments.ts";
import { hasEffects } from "#contract/macros/effects.ts";
import type { KindOf } from "#contract/events.ts";
import { jobs } from "#contract/jobs.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { isGuestTransaction } from "#server/lib/db/row-level-security.ts";
import { eventsQuery } from "#server/lib/work/history.ts";
import { clearQuery, toldNews } from "#server/lib/work/inbox.ts";
import { queuedJob } from "#server/lib/work/enqueue.ts";
import { refuse } from "#server/lib/refusal.ts";
import {
  refuseLateAnswer,
  statusAfterComment,
  touchByComment,
  touchTicketQuery,
} from "#server/tickets/change/change-by-comment.ts";
import { saveTicket } from "#server/tickets/change/save-ticket.ts";
import { lockTicket, type TicketRecord } from "#server/tickets/read.ts";
import { addPublicTokens, addTokensQuery } from "#server/tickets/search-index/ticket-tokens.ts";
import { reindexChanged } from "#server/tickets/search-index/reindex-ticket.ts";
import { keepReadQuery } from "#server/tickets/unread.ts";
import { listCommentFiles } from "#server/uploads/read.ts";
import { claimDrafts } from "#server/uploads/write.ts";
import { saveEffects } from "#server/macros/save.ts";
import { countUses } from "#server/macros/used-reply.ts";
import { refuseChangedAudience } from "./audience.ts";
import { dropSentDraft } from "./drafts/drop-sent.ts";
import { holdSetting, planSetting, refuseMissingPlaces, type Setting } from "./set-with-comment.ts";
import {
  findMentionsQuery,
  type Mention,
  mentionsQuery,
  othersOf,
  resolveMentions,
  settleMentions,
} from "./mentions.ts";
import { buildCommentReply, type CommentRecord } from "./read.ts";

export type NewComment = z.output<typeof comments.create.body>;

/** Answers publicly, or notes internally; staff may set a status and more in the same request. */
export async function createComment(
  ctx: Ctx,
  ticketId: string,
  wanted: NewComment & { id?: string; group_id?: string; waitedSince?: Date },
) {
  const setting = await holdSetting(ctx, wanted);
  const ticket = await lockTicket(ctx, ticketId);
  await checkAnswer(ctx, ticket, wanted);
  const written = { ...wanted, ...(await findMentioned(ctx, ticket, wanted)) };
  return setting ? setWithComment(ctx, ticket, written, setting) : writeComment(ctx, ticket, written);
}

/** Refuses what may not be written on a locked ticket; resolves who is mentioned in it. */
export async function checkComment(ctx: Ctx, ticket: TicketRecord, wanted: NewComment): Promise<Mention[]> {
  await checkAnswer(ctx, ticket, wanted);
  return resolveMentions(ctx, ticket, { ...wanted, text: wanted.comment, ids: wanted.mentions });
}

async function checkAnswer(ctx: Ctx, ticket: TicketRecord, wanted: NewComment): Promise<void> {
  refuseComment(ctx, ticket, wanted);
  refuseLateAnswer(ctx, ticket);
  if (wanted.visibility === "public") await refuseChangedAudience(ctx, ticket.id, wanted.audience_seen);
}

/** Those whom the staff mention are found by the statement that writes the comment, those of external users before. */
async function findMentioned(ctx: Ctx, ticket: TicketRecord, wanted: NewComment) {
  const { visibility, comment: text, mentions: ids } = wanted;
  return isExternal(ctx.actor)
    ? { mentions: await resolveMentions(ctx, ticket, { visibility, text, ids }) }
    : { mentions: [], asked: othersOf(ctx, ids) };
}

/** Writes a comment with what is set with it, as one action. */
async function setWithComment(ctx: Ctx, ticket: TicketRecord, wanted: Written, setting: Setting) {
  if (setting.reply) refuseMissingPlaces(wanted.comment);
  const plan = await planSetting(ctx, ticket, wanted.visibility, setting);
  const comment = await writeComment(ctx, ticket, { ...wanted, leavesStatus: true });
  const group_id = wanted.group_id ?? randomUUID();
  await saveEffects(ctx, plan, group_id);
  if (setting.reply) await countUses(ctx, setting.reply.id, 1);
  return hasEffects(setting.effects) ? { ...comment, group_id } : comment;
}

type Written = Pick<NewComment, "comment" | "visibility" | "attachment_ids" | "saved_reply_id"> & {
  /** The note of the answer to all reporters that it is part of. */
  broadcast_id?: string;
  /** Those of the answer which waited until now. */
  id?: string;
  group_id?: string;
  waitedSince?: Date;
  /** Whose words they are, where the author is a mailbox. */
  from_address?: string;
  mentions?: Mention[];
  /** Whom it mentions besides, who are found as it is written, or refused. */
  asked?: string[];
  status?: string;
  /** The caller sets the status with what else it sets. */
  leavesStatus?: true;
};

/** Writes the actor's comment on a locked ticket, for callers that have asked who may. */
export async function writeComment(ctx: Ctx, ticket: TicketRecord, wanted: Written) {
  const { visibility, attachment_ids } = wanted;
  const status = wanted.leavesStatus
    ? null
    : (wanted.status ?? (await statusAfterComment(ctx, ticket, visibility)));
  const { mentions, ...row } = await addComment(ctx, ticket, wanted);
  if (status) await saveTicket(ctx, touchByComment(ctx, ticket, visibility), { status });
  await claimDrafts(ctx, attachment_ids, { ticketId: ticket.id, commentId: row.id });
  const attachments = attachment_ids?.length ? await listCommentFiles(ctx.db, [row.id]) : [];
  return buildCommentReply(ctx, row, { attachments, mentions });
}

/** Adds a comment without files, and tells and mails whom it concerns; the status of its ticket is the caller's to set. */
export async function addComment(ctx: Ctx, ticket: TicketRecord, wanted: Written) {
  const { id = randomUUID(), comment, visibility, from_address, mentions = [], asked = [] } = wanted;
  const told = [...mentions.map(({ user_id }) => user_id), ...asked];
  const { saved_reply_id, broadcast_id } = wanted;
  const row = {
    id,
    author_id: ctx.actor.id,
    visibility,
    comment,
    created_at: ctx.now,
    // External users' own requests may not write this column.
    ...(from_address !== undefined && { from_address }),
  };
  const behind = { ...(saved_reply_id && { saved_reply_id }), ...(broadcast_id && { broadcast_id }) };
  const found = await insertComment(
    ctx,
    ticket,
    { ...row, ...behind },
    {
      event: eventsQuery(ctx, [buildCommentEvent(ticket, row, "comment.created")]),
      job: planMails(ctx, row, told),
      news: toldNews(ctx, {
        ticketId: ticket.id,
        people: told,
        reason: "mentioned",
        withFollowers: true,
        commentId: row.id,
        event: row.id,
      }),
      mentions: asked.length > 0 ? findMentionsQuery(ctx, ticket, row, asked) : null,
      waitedSince: wanted.waitedSince,
    },
  );
  // Row-level security looks at the comment, which has to be there before.
  await mentionsQuery(ctx, row.id, mentions)?.execute();
  if (asked.length === 0) return { ...row, mentions };
  return { ...row, mentions: await settleMentions(ctx, { visibility, text: comment, asked }, found) };
}

/** An answer is mailed to everybody on the ticket, a note to whom it mentions. */
function planMails(ctx: Ctx, { id, visibility }: WrittenComment, mentioned: string[]) {
  if (ctx.isQuiet) return null;
  if (visibility === "public") return queuedJob(jobs.announceComment, { comment_id: id });
  return mentioned.length === 0 ? null : queuedJob(jobs.announceComment, { comment_id: id, mentioned });
}

type WrittenComment = Parameters<typeof buildCommentReply>[1] & {
  saved_reply_id?: string;
  broadcast_id?: string;
};
type Beside = {
  event: ReturnType<typeof eventsQuery>;
  job: ReturnType<typeof queuedJob> | null;
  news: ReturnType<typeof toldNews>;
  mentions: ReturnType<typeof findMentionsQuery> | null;
  waitedSince?: Date | undefined;
};

/**
 * The comment and what it does to its ticket. One statement writes it all, since each on its own way to the database would
 * cost as much as its work.
 */
export async function insertComment(
  ctx: Ctx,
  ticket: TicketRecord,
  row: WrittenComment,
  { event, job, news, mentions, waitedSince }: Beside,
): Promise<Mention[]> {
  const movedTo = row.visibility === "public" ? ctx.now : null;
  const written = await ctx.db
    .with("comment", (db) =>
      db.insertInto("comments").values({
        ...row,
        ticket_id: ticket.id,
        origin_ticket_id: ticket.id,
        ...(ctx.via === "mail" && { source: "mail" }),
      }),
    )
    .with("ticket", () => touchTicketQuery(ctx, ticket, row.visibility))
    .with("read", () => keepReadQuery(ctx, ticket))
    .with("indexed", (db) =>
      isGuestTransaction(ctx.db)
        ? db.selectNoFrom(addPublicTokens(ticket.id, row.comment, ctx.now).as("fits"))
        : addTokensQuery(ctx.db, ticket.id, row.comment, movedTo),
    )
    .with("event", () => event)
    .with("mentioned", (db) => mentions ?? db.selectNoFrom([sql`null`.as("user_id"), sql`null`.as("name")]))
    .with("written", () => dropSentDraft(ctx, ticket.id, row.comment, waitedSince))
    .with("answered", (db) =>
      // Whoever answers has nothing left to do here; external users have no Inbox.
      row.visibility === "public" && !isExternal(ctx.actor)
        ? clearQuery(ctx, [ticket.id])
        : db.selectNoFrom(sql`null`.as("nobody")),
    )
    .selectNoFrom([
      sql<boolean>`coalesce((select fits from indexed), false)`.as("is_indexed"),
      news.as("news"),
      (mentions ? LIST_MENTIONED : sql<Mention[]>`null`).as("mentioned"),
      (job ?? sql`null`).as("job"),
    ])
    .executeTakeFirstOrThrow();
  if (!written.is_indexed) await reindexChanged(ctx, ticket.id);
  return written.mentioned ?? [];
}

const LIST_MENTIONED = sql<Mention[] | null>`(select json_agg(mentioned) from mentioned)`;

function refuseComment(ctx: Ctx, ticket: TicketRecord, wanted: NewComment): void {
  refuseAnswer(ctx, ticket);
  if (wanted.visibility === "internal" && !mayWriteInternalNote(ctx.actor))
    throw refuse(403, "comment.internal_staff_only");
  if (wanted.status !== undefined && (isExternal(ctx.actor) || !maySetStatus(ctx.actor)))
    throw refuse(403, "comment.status_staff_only");
  const isSetting = wanted.effects !== undefined || wanted.saved_reply_id !== undefined;
  if (isSetting && !mayApplyEffects(ctx.actor)) throw refuse(403, "auth.not_allowed");
}

/** Refuses 403 whoever may not answer on this ticket. */
export function refuseAnswer(ctx: Ctx, ticket: TicketRecord): void {
  if (ticket.deleted) throw refuse(403, "comment.ticket_in_trash");
  if (!mayComment(ctx.actor, ticket))
    throw refuse(403, ctx.actor.company_active ? "auth.not_allowed" : "auth.company_inactive");
}

/** Builds what the history records of a comment; those who may read the comment read it. */
export function buildCommentEvent(
  ticket: Pick<TicketRecord, "id" | "company_id">,
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
