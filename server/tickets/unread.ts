import { sql } from "kysely";
import type { Ctx } from "#server/lib/context.ts";
import { findTicket } from "./read.ts";

/** From now on only what somebody else changes makes the ticket unread again. */
export async function markRead(ctx: Ctx, id: string): Promise<void> {
  await findTicket(ctx, id);
  await ctx.db
    .insertInto("ticket_reads")
    .values({ user_id: ctx.actor.id, ticket_id: id, read_at: ctx.now })
    .onConflict((conflict) => conflict.columns(["user_id", "ticket_id"]).doUpdateSet({ read_at: ctx.now }))
    .execute();
}

/**
 * One's own deed does not make a ticket unread for oneself, nor does it make read what others changed before.
 * Takes the tickets as they were before the deed.
 */
export async function keepRead(ctx: Ctx, tickets: Moving[]): Promise<void> {
  const ids = tickets.map(({ id }) => id);
  const moments = tickets.map(lastMoved);
  await sql`
    update ticket_reads set read_at = ${ctx.now}
    from unnest(${ids}::uuid[], ${moments}::timestamptz[]) as was(ticket_id, moved)
    where user_id = ${ctx.actor.id} and ticket_reads.ticket_id = was.ticket_id and read_at >= was.moved`.execute(
    ctx.db,
  );
}

/** The statement of it for one ticket, for a deed that writes everything at once. */
export function keepReadQuery(ctx: Ctx, ticket: Moving) {
  return sql`
    update ticket_reads set read_at = ${ctx.now}
    where user_id = ${ctx.actor.id} and ticket_id = ${ticket.id} and read_at >= ${lastMoved(ticket)}`;
}

type Moving = { id: string; updated: Date; noted: Date | null };

function lastMoved({ updated, noted }: Moving): Date {
  return noted && noted > updated ? noted : updated;
}
