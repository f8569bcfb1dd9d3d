import { sql } from "kysely";
import { isExternal } from "#contract/access/actor.ts";
import { buildOnce } from "#server/lib/db/build-once.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { readQuery } from "#server/lib/work/inbox.ts";
import { findTicket, visibleQuery } from "./read.ts";

/** Marks a ticket read, in the lists and in one's Inbox: only later changes by others make it unread again. */
export async function markRead(ctx: Ctx, id: string): Promise<void> {
  const [marked] = await markOnce(ctx, { id, isSeen: false });
  if (marked) return;
  // Merged, or not to be seen at all.
  await findTicket(ctx, id);
  await markOnce(ctx, { id, isSeen: true });
}

/** Marks one that the actor sees by itself, or is known to see, in one statement. */
const markOnce = buildOnce((asked, { id, isSeen }: { id: string; isSeen: boolean }) => {
  const { actor, db, now } = asked;
  const visible = visibleQuery(asked).where("t.id", "=", id).where("t.merged_into_id", "is", null);
  return (
    db
      .with("seen", () =>
        isSeen ? db.selectNoFrom(sql<string>`${id}::uuid`.as("id")) : visible.select("t.id"),
      )
      .with("marked", (query) =>
        query
          .insertInto("ticket_reads")
          .columns(["user_id", "ticket_id", "read_at"])
          .expression((eb) =>
            eb
              .selectFrom("seen")
              .select([
                sql<string>`${actor.id}::uuid`.as("user_id"),
                "seen.id as ticket_id",
                sql<Date>`${now}::timestamptz`.as("read_at"),
              ]),
          )
          .onConflict((conflict) =>
            conflict
              .columns(["user_id", "ticket_id"])
              .doUpdateSet((eb) => ({ read_at: eb.ref("excluded.read_at") })),
          ),
      )
      // The Inbox is the staff's: nobody else has a right to its rows.
      .with("shown", (query) =>
        isExternal(actor)
          ? query.selectFrom("seen").select("seen.id as ticket_id")
          : readQuery(asked)
              .where("ticket_id", "in", sql<string>`(select id from seen)`)
              .returning("ticket_id"),
      )
      .selectFrom("seen")
      .select("seen.id")
  );
});

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
