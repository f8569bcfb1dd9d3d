import { comments } from "#contract/comments.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { Refusal } from "#server/lib/refusal.ts";
import { clearUnsent } from "#server/lib/work/inbox.ts";
import { releaseHeldFiles } from "#server/uploads/write.ts";
import { publishBroadcast } from "../broadcast/publish.ts";
import { holdSetting } from "../set-with-comment.ts";
import { createComment, type NewComment } from "../create.ts";
import { getComment } from "../read.ts";
import type { ScheduledRecord } from "./read.ts";

/**
 * Makes the comment of a locked answer, as its author and as if they wrote it now. The comment has the row's id, so there is
 * one at most. Refused as `createComment` is. The words stay with the comment alone.
 */
export async function publish(ctx: Ctx, row: ScheduledRecord) {
  const files = row.has_files ? await releaseHeldFiles(ctx, row.id) : [];
  const comment = await writeAnswer(ctx, row, files);
  await ctx.db
    .updateTable("scheduled_comments")
    .set({
      state: "sent",
      settled_at: ctx.now,
      reason: null,
      refusal: null,
      comment: "",
      mentions: [],
      effects: null,
      broadcast: null,
      readers: "{}",
    })
    .where("id", "=", row.id)
    .execute();
  if (row.state === "stopped") await clearUnsent(ctx, row.ticket_id);
  return comment;
}

/** Of an answer to all reporters the comment is the note on their incident. */
async function writeAnswer(ctx: Ctx, row: ScheduledRecord, files: string[]) {
  if (row.broadcast === null)
    return createComment(ctx, row.ticket_id, {
      ...commentOf(row, files),
      id: row.id,
      group_id: row.group_id,
      waitedSince: row.created_at,
    });
  await publishBroadcast(ctx, row, files);
  return getComment(ctx, row.id);
}

/**
 * Locks what an answer sets before its ticket is locked, as a comment does. What is refused here is refused again when the
 * answer goes, which says so.
 */
export async function holdSettingOf(ctx: Ctx, row: ScheduledRecord): Promise<void> {
  if (row.status === null && row.effects === null && row.saved_reply_id === null) return;
  await holdSetting(ctx, commentOf(row, [])).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
  });
}

/** The body that a row keeps, checked again as the API takes it. */
function commentOf(row: ScheduledRecord, files: string[]): NewComment {
  const { comment, visibility, mentions, status, effects, saved_reply_id } = row;
  return comments.create.body.parse({
    comment,
    visibility,
    mentions,
    attachment_ids: files,
    ...(status !== null && { status }),
    ...(effects !== null && { effects }),
    ...(saved_reply_id !== null && { saved_reply_id }),
  });
}
