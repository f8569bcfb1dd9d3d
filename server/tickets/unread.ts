import { sql } from "kysely";
import { isExternal } from "#contract/access/actor.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { read as readInboxItem } from "#server/lib/work/inbox.ts";
import { findTicket } from "./read.ts";

/** Marks a ticket read, in the lists and in one's Inbox: only later changes by others make it unread again. */
export async function markRead(ctx: Ctx, id: string): Promise<void> {
  await findTicket(ctx, id);
  await ctx.db
    .insertInto("ticket_reads")
    .values({ user_id: ctx.actor.id, ticket_id: id, read_at: ctx.now })
    .onConflict((conflict) => conflict.columns(["user_id", "ticket_id"]).doUpdateSet({ read_at: ctx.now }))
    .execute();
  if (!isExternal(ctx.actor)) await readInboxItem(ctx, id);
}

/**
 * Keeps a ticket read for the actor of a change, without marking read what others changed before.
 * Takes the ticket as it was before.
 */
export function keepReadQuery(ctx: Ctx, ticket: ChangedTicket) {
  return ctx.db
    .updateTable("ticket_reads")
    .set({ read_at: ctx.now })
    .where("user_id", "=", ctx.actor.id)
    .where("ticket_id", "=", ticket.id)
    .where("read_at", ">=", findLastChange(ticket));
}

/** Keeps many tickets read at once. Not for one: the database plans a statement with a list anew at each use. */
export async function keepAllRead(ctx: Ctx, tickets: ChangedTicket[]): Promise<void> {
  const ids = tickets.map(({ id }) => id);
  const moments = tickets.map(findLastChange);
  await sql`
    update ticket_reads set read_at = ${ctx.now}
    from unnest(${ids}::uuid[], ${moments}::timestamptz[]) as was(ticket_id, moved)
    where user_id = ${ctx.actor.id} and ticket_reads.ticket_id = was.ticket_id and read_at >= was.moved`.execute(
    ctx.db,
  );
}

type ChangedTicket = { id: string; updated: Date; noted: Date | null };

function findLastChange({ updated, noted }: ChangedTicket): Date {
  return noted && noted > updated ? noted : updated;
}
