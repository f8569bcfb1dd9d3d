import { mayTakeBack } from "#contract/access/comments.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { clearUnsent } from "#server/lib/work/inbox.ts";
import { refuse } from "#server/lib/refusal.ts";
import { lockTickets } from "#server/tickets/read.ts";
import { releaseHeldFiles } from "#server/uploads/write.ts";
import { getScheduled, lockScheduled, type ScheduledRecord, selectRows } from "./read.ts";
import { recordScheduled } from "./schedule.ts";

/**
 * Takes an answer back, and answers what was written: its words, and its files, which are drafts again. Asked once more, as
 * after an answer that was lost, it says the same. Refuses 409 once it has gone out.
 */
export async function takeBack(ctx: Ctx, place: { ticket_id: string; scheduled_id: string }) {
  const { ticket, row } = await lockScheduled(ctx, place);
  if (!mayTakeBack(ctx.actor, row)) throw refuse(403, "sending.author_only");
  if (row.state === "sent") throw refuse(409, "sending.gone_out");
  if (row.state !== "cancelled") await cancel(ctx, ticket, row);
  return getScheduled(ctx, row.id);
}

/** Takes back all of the caller's answers that were sent at once, or none of them: 409 where one has gone out. */
export async function takeBackGroup(ctx: Ctx, groupId: string) {
  const own = () =>
    selectRows(ctx.db)
      .where("s.group_id", "=", groupId)
      .where("s.author_id", "=", ctx.actor.id)
      .orderBy("s.id");
  const places = await own().execute();
  const tickets = await lockTickets(
    ctx,
    places.map(({ ticket_id }) => ticket_id),
  );
  const rows = await own().forUpdate("s").execute();
  if (rows.length === 0) throw refuse(404, "sending.not_found");
  if (rows.some(({ state }) => state === "sent")) throw refuse(409, "sending.gone_out");
  for (const row of rows.filter(({ state }) => state !== "cancelled")) {
    const ticket = tickets.find(({ id }) => id === row.ticket_id) ?? { id: row.ticket_id, company_id: null };
    // oxlint-disable-next-line no-await-in-loop
    await cancel(ctx, ticket, row);
  }
  // One after the other on the transaction's connection.
  const answers = [];
  // oxlint-disable-next-line no-await-in-loop
  for (const { id } of rows) answers.push(await getScheduled(ctx, id));
  return { scheduled: answers };
}

type OfTicket = { id: string; company_id: string | null };

async function cancel(ctx: Ctx, ticket: OfTicket, row: ScheduledRecord): Promise<void> {
  const isOwn = row.author_id === ctx.actor.id;
  const files = await releaseHeldFiles(ctx, row.id);
  await ctx.db
    .updateTable("scheduled_comments")
    .set({ state: "cancelled", reason: null, refusal: null, settled_at: ctx.now, attachment_ids: files })
    .where("id", "=", row.id)
    .execute();
  if (row.state === "stopped" && isOwn) await clearUnsent(ctx, ticket.id);
  if (row.state === "waiting" && !row.hold)
    await recordScheduled(ctx, ticket, "comment.unscheduled", row.send_at);
}
