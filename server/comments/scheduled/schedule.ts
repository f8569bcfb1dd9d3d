import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { z } from "zod";
import type { scheduled } from "#contract/comments/scheduled.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { recordEvent } from "#server/lib/work/history.ts";
import { refuse } from "#server/lib/refusal.ts";
import { lockTicket, type TicketRecord } from "#server/tickets/read.ts";
import { holdDrafts } from "#server/uploads/write.ts";
import type { Broadcast } from "../broadcast/kept.ts";
import { checkComment } from "../create.ts";
import { dropSentDraft } from "../drafts/drop-sent.ts";
import { holdSetting, refuseUnfit } from "../set-with-comment.ts";
import { findOutsideReaders } from "./readers.ts";
import { getScheduled } from "./read.ts";

type NewScheduled = z.output<typeof scheduled.create.body>;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/**
 * Keeps an answer until its time. It is refused as the same comment would be, so that only what changes meanwhile can stop it.
 * `groupId` is the same for answers that are sent at once.
 */
export async function scheduleComment(
  ctx: Ctx,
  ticketId: string,
  wanted: NewScheduled,
  { groupId }: { groupId?: string } = {},
) {
  const sendAt = chooseTime(ctx, wanted);
  const setting = await holdSetting(ctx, wanted);
  const ticket = await lockTicket(ctx, ticketId);
  const mentions = await checkComment(ctx, ticket, wanted);
  if (setting) await refuseUnfit(ctx, ticket, wanted, setting);
  await refuseManyWaiting(ctx);
  const isHeld = wanted.send_at === undefined;
  const answer = { ticket_id: ticket.id, author_id: ctx.actor.id, visibility: wanted.visibility };
  const id = randomUUID();
  await ctx.db
    .insertInto("scheduled_comments")
    .values({
      id,
      ...answer,
      comment: wanted.comment,
      mentions: mentions.map(({ user_id }) => user_id),
      status: wanted.status ?? null,
      effects: wanted.effects ? JSON.stringify(wanted.effects) : null,
      saved_reply_id: wanted.saved_reply_id ?? null,
      group_id: groupId ?? id,
      readers: JSON.stringify(await findOutsideReaders(ctx.db, answer)),
      send_at: sendAt,
      try_at: sendAt,
      hold: isHeld,
      stop_if_answered: wanted.stop_if_answered ?? !isHeld,
      created_at: ctx.now,
    })
    .execute();
  await holdDrafts(ctx, wanted.attachment_ids, id);
  await dropSentDraft(ctx, ticket.id, wanted.comment).execute();
  if (!isHeld) await recordScheduled(ctx, ticket, "comment.scheduled", sendAt);
  return getScheduled(ctx, id);
}

type HeldBroadcast = {
  id: string;
  /** The words as they were written, with their places. */
  comment: string;
  files: string[];
  holdSeconds: number;
  broadcast: Broadcast;
};

/** Keeps an answer to all reporters for a moment, as one that waits on their incident. The caller has checked and locked it. */
export async function holdBroadcast(
  ctx: Ctx,
  incident: TicketRecord,
  { id, comment, files, holdSeconds, broadcast }: HeldBroadcast,
) {
  await refuseManyWaiting(ctx);
  const sendAt = new Date(ctx.now.getTime() + holdSeconds * 1000);
  await ctx.db
    .insertInto("scheduled_comments")
    .values({
      id,
      ticket_id: incident.id,
      author_id: ctx.actor.id,
      // What is kept on the incident itself is a note.
      visibility: "internal",
      comment,
      broadcast: JSON.stringify(broadcast),
      saved_reply_id: broadcast.saved_reply_id,
      group_id: id,
      readers: "{}",
      send_at: sendAt,
      try_at: sendAt,
      hold: true,
      stop_if_answered: false,
      created_at: ctx.now,
    })
    .execute();
  await holdDrafts(ctx, files, id);
  return getScheduled(ctx, id);
}

function chooseTime(ctx: Ctx, { send_at, hold_seconds }: NewScheduled): Date {
  if (send_at !== undefined && hold_seconds !== undefined) throw refuse(422, "sending.choose_one");
  if (send_at !== undefined) return checkTime(ctx, send_at);
  if (hold_seconds === undefined) throw refuse(422, "sending.time_out_of_range");
  return new Date(ctx.now.getTime() + hold_seconds * 1000);
}

/** Refuses 422 for a time that is too near or too far. */
export function checkTime({ now }: Ctx, text: string): Date {
  const ahead = Date.parse(text) - now.getTime();
  if (ahead < LIMITS.sendLaterMinutes * MINUTE || ahead > LIMITS.sendLaterDays * DAY)
    throw refuse(422, "sending.time_out_of_range");
  return new Date(text);
}

/** Refuses 409 to a person of whom as many answers wait as may. */
export async function refuseManyWaiting(ctx: Ctx): Promise<void> {
  // One at a time, so that each counts those before it.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`waiting answers ${ctx.actor.id}`}, 0))`.execute(
    ctx.db,
  );
  const { waiting } = await ctx.db
    .selectFrom("scheduled_comments")
    .select((eb) => eb.fn.countAll<number>().as("waiting"))
    .where("author_id", "=", ctx.actor.id)
    .where("state", "=", "waiting")
    // Many of one action wait a moment, and stand in the way of no other answer.
    .where((eb) => eb.or([eb("hold", "=", false), eb("group_id", "=", eb.ref("id"))]))
    .executeTakeFirstOrThrow();
  if (waiting >= LIMITS.waitingAnswers)
    throw refuse(409, "sending.too_many", { params: { max: LIMITS.waitingAnswers } });
}

/** Records for the staff that something goes out later, or does not. */
export async function recordScheduled(
  ctx: Ctx,
  ticket: Pick<TicketRecord, "id" | "company_id">,
  kind: "comment.scheduled" | "comment.unscheduled",
  sendAt: Date,
): Promise<void> {
  const said = { send_at: sendAt.toISOString() };
  await recordEvent(ctx, {
    id: ticket.id,
    kind,
    companyId: ticket.company_id,
    ...(kind === "comment.scheduled" ? { after: said } : { before: said }),
  });
}
