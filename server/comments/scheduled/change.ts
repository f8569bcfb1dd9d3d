import type { z } from "zod";
import { mayChangeScheduled } from "#contract/access/comments.ts";
import { holdsMention } from "#contract/comments/mention-text.ts";
import type { scheduled } from "#contract/comments/scheduled.ts";
import { Effects } from "#contract/macros/effects.ts";
import { isClosed } from "#contract/statuses.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { clearUnsent } from "#server/lib/work/inbox.ts";
import { refuse } from "#server/lib/refusal.ts";
import { holdDrafts, releaseHeldFiles } from "#server/uploads/write.ts";
import { checkComment } from "../create.ts";
import { refuseMissingPlaces } from "../set-with-comment.ts";
import { holdSettingOf, publish } from "./publish.ts";
import { findOutsideReaders } from "./readers.ts";
import { getScheduled, lockScheduled, type ScheduledRecord, selectRows } from "./read.ts";
import { checkTime, recordScheduled, refuseManyWaiting } from "./schedule.ts";

type Place = { ticket_id: string; scheduled_id: string };
type Change = z.output<typeof scheduled.change.body>;

/** Changes the author's own answer; with a new time a stopped one waits again, for the readers of this moment. */
export async function changeScheduled(ctx: Ctx, place: Place, change: Change) {
  const { ticket, row } = await lockOwn(ctx, place);
  if (row.broadcast !== null && (change.comment !== undefined || change.attachment_ids || change.status))
    throw refuse(409, "incident.answer_fixed");
  refuseSettingTwice(change, row);
  const text = change.comment ?? row.comment;
  // Those of an answer to all reporters are filled in for each.
  if (row.saved_reply_id !== null && row.broadcast === null) refuseMissingPlaces(text);
  const ids = change.mentions ?? (await namedIn(ctx, row, text));
  const mentions = await checkComment(ctx, ticket, {
    comment: text,
    visibility: row.visibility,
    mentions: ids,
    ...(change.status && { status: change.status }),
  });
  const sendAt = change.send_at === undefined ? null : checkTime(ctx, change.send_at);
  const isResumed = row.state === "stopped" && sendAt !== null;
  if (isResumed) await refuseManyWaiting(ctx);
  if (change.attachment_ids) {
    await holdDrafts(ctx, change.attachment_ids, row.id);
    await releaseHeldFiles(ctx, row.id, { but: change.attachment_ids });
  }
  await ctx.db
    .updateTable("scheduled_comments")
    .set({
      comment: text,
      mentions: mentions.map(({ user_id }) => user_id),
      ...(change.status !== undefined && { status: change.status }),
      ...(change.stop_if_answered !== undefined && { stop_if_answered: change.stop_if_answered }),
      ...(sendAt && { send_at: sendAt, try_at: sendAt, tries: 0, hold: false }),
      ...(isResumed && {
        state: "waiting" as const,
        reason: null,
        refusal: null,
        settled_at: null,
        readers: JSON.stringify(await findOutsideReaders(ctx.db, row)),
      }),
    })
    .where("id", "=", row.id)
    .execute();
  if (isResumed) await clearUnsent(ctx, ticket.id);
  // Colleagues see what goes out later.
  if (sendAt || (row.state === "waiting" && !row.hold))
    await recordScheduled(ctx, ticket, "comment.scheduled", sendAt ?? row.send_at);
  return getScheduled(ctx, row.id);
}

/** Refuses 422 a status beside what the answer's macro sets, as a new answer is refused. */
function refuseSettingTwice({ status }: Change, row: ScheduledRecord): void {
  const effects = Effects.nullable().parse(row.effects);
  if (!status || !effects) return;
  if (effects.status !== undefined) throw refuse(422, "macro.status_twice");
  if (isClosed(status) && typeof effects.follow_up === "object")
    throw refuse(422, "macro.closed_with_follow_up");
}

/** Sends the author's own answer at once, whoever reads it by now: they have asked for it. Refused as a comment is. */
export async function sendNow(ctx: Ctx, place: Place) {
  const seen = await selectRows(ctx.db)
    .where("s.id", "=", place.scheduled_id)
    .where("s.author_id", "=", ctx.actor.id)
    .where("s.state", "in", ["waiting", "stopped"])
    .executeTakeFirst();
  if (seen) await holdSettingOf(ctx, seen);
  const { row } = await lockOwn(ctx, place);
  return publish(ctx, row);
}

/** Refuses 403 whoever is not its author, 409 once it has gone out, 404 once it was taken back. */
async function lockOwn(ctx: Ctx, place: Place) {
  const locked = await lockScheduled(ctx, place);
  const { row } = locked;
  if (!mayChangeScheduled(ctx.actor, row)) throw refuse(403, "sending.author_only");
  if (row.state === "sent") throw refuse(409, "sending.gone_out");
  if (row.state === "cancelled") throw refuse(404, "sending.not_found");
  return locked;
}

/** Who is mentioned still, once the text is another. */
async function namedIn(ctx: Ctx, { mentions }: ScheduledRecord, text: string): Promise<string[]> {
  if (mentions.length === 0) return [];
  const people = await ctx.db
    .selectFrom("users")
    .select(["id", "fullname"])
    .where("id", "in", mentions)
    .execute();
  return people.filter(({ fullname }) => holdsMention(text, fullname)).map(({ id }) => id);
}
