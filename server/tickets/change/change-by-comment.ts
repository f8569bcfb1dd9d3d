import { categoryOf, DEFAULT_STATUS, isClosed, STARTED_STATUS } from "#contract/statuses.ts";
import { isExternal } from "#contract/access/actor.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { refuse } from "#server/lib/refusal.ts";
import type { TicketRecord } from "../read.ts";
import { keepReadQuery } from "../unread.ts";
import { endFollowUpByAnswer } from "./end-follow-up-by-answer.ts";
import { isAutoInProgressOn } from "./auto-in-progress.ts";

type Visibility = "public" | "internal";

/** Refuses 409 a client's answer long after closing; a follow-up ticket goes on from this one. */
export function refuseLateAnswer(ctx: Ctx, ticket: TicketRecord): void {
  if (!isExternal(ctx.actor) || !isClosed(ticket.status) || !ticket.closed) return;
  const days = (ctx.now.getTime() - ticket.closed.getTime()) / 86_400_000;
  if (days > LIMITS.replyReopensDays)
    throw refuse(409, "comment.closed_long_ago", {
      extensions: { follow_up_of_id: ticket.id },
    });
}

/**
 * The status that a comment by itself brings its ticket to, or null (rule 72): a client's answer hands the ticket back to
 * the desk, and ends what the ticket was on hold for; the desk's first one may mean that work has begun.
 */
export async function statusAfterComment(
  ctx: Ctx,
  ticket: TicketRecord,
  visibility: Visibility,
): Promise<string | null> {
  const category = categoryOf(ticket.status);
  const awaited = category === "waiting_for_client" || category === "closed";
  if (isExternal(ctx.actor)) {
    const isReleased = await endFollowUpByAnswer(ctx, ticket.id);
    return awaited || isReleased ? DEFAULT_STATUS : null;
  }
  return beginsWork(ctx, ticket, visibility) && (await isAutoInProgressOn(ctx)) ? STARTED_STATUS : null;
}

/** Whether a comment is the desk's first answer on an open ticket. */
export function beginsWork(ctx: Ctx, ticket: TicketRecord, visibility: Visibility): boolean {
  return ticket.status === DEFAULT_STATUS && isFirstResponse(ctx, ticket, visibility);
}

/** Moves a ticket as a comment on it does: the time, and with the first answer its time. An answer of the desk is what was due. */
export function touchTicketQuery(ctx: Ctx, ticket: TicketRecord, visibility: Visibility) {
  return ctx.db
    .updateTable("tickets")
    .set(findTouched(ctx, ticket, visibility))
    .where("id", "=", ticket.id);
}

/** A ticket as a comment leaves it, before its status is set. */
export function touchByComment(ctx: Ctx, ticket: TicketRecord, visibility: Visibility): TicketRecord {
  return { ...ticket, ...findTouched(ctx, ticket, visibility) };
}

function findTouched(ctx: Ctx, ticket: TicketRecord, visibility: Visibility) {
  const first = isFirstResponse(ctx, ticket, visibility) ? { first_response: ctx.now } : {};
  const isAnswered = visibility === "public" && !isExternal(ctx.actor);
  return {
    ...pickTouchedColumn(ctx, visibility),
    ...first,
    ...(isAnswered && ticket.follow_up_due_at && { follow_up_due_at: null }),
  };
}

/** Picks the time that a comment moves: clients must not see by any time on the ticket that staff wrote a note. */
export function pickTouchedColumn(ctx: Ctx, visibility: Visibility) {
  return visibility === "internal" ? { noted: ctx.now } : { updated: ctx.now };
}

function isFirstResponse(ctx: Ctx, ticket: TicketRecord, visibility: Visibility): boolean {
  return visibility === "public" && ticket.first_response === null && !isExternal(ctx.actor);
}

/** A file on the ticket itself moves it as a public comment does, but answers nobody. */
export async function touchForFile(ctx: Ctx, ticket: TicketRecord): Promise<void> {
  await ctx.db
    .updateTable("tickets")
    .set(pickTouchedColumn(ctx, "public"))
    .where("id", "=", ticket.id)
    .execute();
  await keepReadQuery(ctx, ticket).execute();
}
