import { LIMITS } from "#contract/limits.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { refuse } from "#server/lib/refusal.ts";
import {
  bringAllBack,
  bringBack,
  markAllDone,
  markDone,
  markUnread,
  putOff,
} from "#server/lib/work/inbox-rows.ts";
import { countUnread } from "./read.ts";

const DAY = 24 * 3_600_000;

/** The verbs of one row. Each refuses 404 for a ticket that is not in the caller's Inbox, and answers what is unread then. */
export const done = onOwnRow(markDone);
export const undone = onOwnRow(bringBack);
export const unread = onOwnRow(markUnread);

/** Refuses 422 for a time that is over or too far away. */
export async function remind(ctx: Ctx, ticketId: string, at: string): Promise<{ unread: number }> {
  const until = new Date(at);
  if (until <= ctx.now) throw refuse(422, "request.time_past");
  if (until.getTime() > ctx.now.getTime() + LIMITS.remindDays * DAY)
    throw refuse(422, "inbox.remind_too_far");
  return onOwnRow((own, id) => putOff(own, id, until))(ctx, ticketId);
}

export async function doneAll(ctx: Ctx, before: string): Promise<{ unread: number; done_at: string }> {
  await markAllDone(ctx, new Date(before));
  return { ...(await countUnread(ctx)), done_at: ctx.now.toISOString() };
}

/** Takes `doneAll` back; rows to which something has happened since are as that made them. */
export async function undoneAll(ctx: Ctx, doneAt: string): Promise<{ unread: number }> {
  await bringAllBack(ctx, new Date(doneAt));
  return countUnread(ctx);
}

function onOwnRow(change: (ctx: Ctx, ticketId: string) => Promise<boolean>) {
  return async (ctx: Ctx, ticketId: string): Promise<{ unread: number }> => {
    if (!(await change(ctx, ticketId))) throw refuse(404, "inbox.not_found");
    return countUnread(ctx);
  };
}
