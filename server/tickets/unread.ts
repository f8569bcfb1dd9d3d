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
 * What one does oneself does not make a ticket unread for oneself, nor does it make read what others changed before.
 * Takes the ticket as it was before.
 */
export function keepReadQuery(ctx: Ctx, ticket: Moving) {
  return ctx.db
    .updateTable("ticket_reads")
    .set({ read_at: ctx.now })
    .where("user_id", "=", ctx.actor.id)
    .where("ticket_id", "=", ticket.id)
    .where("read_at", ">=", lastMoved(ticket));
}

/** The same for many tickets at once. Not for one: the database plans a statement with a list anew at each use. */
export async function keepAllRead(ctx: Ctx, tickets: Moving[]): Promise<void> {
  const ids = tickets.map(({ id }) => id);
  const moments = tickets.map(lastMoved);
  await sql`
    update ticket_reads set read_at = ${ctx.now}
    from unnest(${ids}::uuid[], ${moments}::timestamptz[]) as was(ticket_id, moved)
    where user_id = ${ctx.actor.id} and ticket_reads.ticket_id = was.ticket_id and read_at >= was.moved`.execute(
    ctx.db,
  );
}

type Moving = { id: string; updated: Date; noted: Date | null };

function lastMoved({ updated, noted }: Moving): Date {
  return noted && noted > updated ? noted : updated;
}
