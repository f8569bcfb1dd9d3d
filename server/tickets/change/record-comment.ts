import { type OperationNodeSource, sql } from "kysely";
import { isExternal } from "#contract/access/actor.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Ctx } from "#server/lib/context.ts";
import { refuse } from "#server/lib/refusal.ts";
import type { TicketRecord } from "../read.ts";
import { keepReadQuery, keepRead } from "../unread.ts";
import { saveTicket } from "./save.ts";
import { startsWhenAssigned } from "./auto-in-progress.ts";
import { addTokensQuery, reindexTicket } from "../search-index/ticket-tokens.ts";

type Said = { comment: string; visibility: "public" | "internal"; status?: string };

/** The statements that write a comment and the fact of it, and put off what is told about it. */
type Written = { comment: OperationNodeSource; fact: OperationNodeSource; job: OperationNodeSource | null };

/**
 * Writes a comment and what it does to its ticket: words to find it by, the first answer's time, and the status (decision
 * list 72). One statement does nearly all of it, since on the way to the database each would cost as much as its work.
 */
export async function recordComment(
  ctx: Ctx,
  ticket: TicketRecord,
  said: Said,
  { comment, fact, job }: Written,
): Promise<void> {
  const movedTo = said.visibility === "public" ? ctx.now : null;
  const { rows } = await sql`
    with written as (${comment}), noted as (${fact}), moved as (${touching(ctx, ticket, said.visibility)}),
      kept as (${keepReadQuery(ctx, ticket)}), worded as (${addTokensQuery(ticket.id, said.comment, movedTo)})
      ${job ? sql`, put_off as (${job})` : sql``}
    select from worded`.execute(ctx.db);
  if (rows.length === 0) await reindexTicket(ctx.db, ticket.id);
  const status = said.status ?? (await statusAfterAnswer(ctx, ticket, said));
  const touched = { ...ticket, ...movedBy(ctx, said.visibility) };
  if (status) await saveTicket(ctx, touched, { status });
}

/** A client's answer long after closing is another matter: refuses 409, and a new ticket goes on from this one. */
export function refuseLateAnswer(ctx: Ctx, ticket: TicketRecord): void {
  if (!isExternal(ctx.actor) || ticket.status !== "closed" || !ticket.closed) return;
  const days = (ctx.now.getTime() - ticket.closed.getTime()) / 86_400_000;
  if (days > LIMITS.replyReopensDays)
    throw refuse(409, "This ticket was closed too long ago to answer", {
      code: "closed_long_ago",
      facts: { follow_up_of_id: ticket.id },
    });
}

/** A client's answer brings the ball back to the desk; the desk's first one may say that work has begun. */
async function statusAfterAnswer(ctx: Ctx, ticket: TicketRecord, said: Said): Promise<string | null> {
  const awaited = ticket.status === "pending" || ticket.status === "closed";
  if (isExternal(ctx.actor)) return awaited ? "open" : null;
  const begins = ticket.status === "open" && isFirstResponse(ctx, ticket, said.visibility);
  return begins && (await startsWhenAssigned(ctx)) ? "in_progress" : null;
}

function isFirstResponse(ctx: Ctx, ticket: TicketRecord, visibility: Said["visibility"]): boolean {
  return visibility === "public" && ticket.first_response === null && !isExternal(ctx.actor);
}

/** Clients must not see by any time on the ticket that staff wrote a note. */
function touching(ctx: Ctx, ticket: TicketRecord, visibility: Said["visibility"]) {
  return ctx.db
    .updateTable("tickets")
    .set({
      ...movedBy(ctx, visibility),
      ...(isFirstResponse(ctx, ticket, visibility) ? { first_response: ctx.now } : {}),
    })
    .where("id", "=", ticket.id);
}

function movedBy(ctx: Ctx, visibility: Said["visibility"]) {
  return visibility === "internal" ? { noted: ctx.now } : { updated: ctx.now };
}

/** A file on the ticket itself moves it as a public comment does. */
export async function fileTouched(ctx: Ctx, ticket: TicketRecord): Promise<void> {
  await ctx.db.updateTable("tickets").set({ updated: ctx.now }).where("id", "=", ticket.id).execute();
  await keepRead(ctx, [ticket]);
}
