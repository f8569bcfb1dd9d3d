import type { z } from "zod";
import type { merges } from "#contract/merges.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { refuse, refuseField } from "#server/lib/refusal.ts";
import { readRows } from "#server/tickets/list-row-columns.ts";
import { lockTicketsAndMerged, type TicketRecord } from "#server/tickets/read.ts";
import { reindexChanged } from "#server/tickets/search-index/reindex-ticket.ts";
import { keepAllRead } from "#server/tickets/unread.ts";
import { refuseMerging } from "./merge.ts";
import { endMerges, type MergeRow, readMerges } from "./rows.ts";
import { findWrittenSince } from "./since.ts";
import { findUndoObstacles } from "./undo-obstacles.ts";
import { takeApart } from "./take-apart.ts";
import { bringHome } from "./bring-home.ts";

/**
 * Undoes merges and splits, at any time. Refuses 404 for what is undone already, 409 for what has gone on since, 422 for
 * comments that were not written since.
 */
export async function undoMerges(ctx: Ctx, wanted: z.output<typeof merges.undo.body>) {
  refuseMerging(ctx.actor);
  const ids = [...new Set(wanted.merge_ids)];
  const asked = await readMerges(ctx.db, ids);
  const tickets = await lockAll(ctx, asked);
  // Whoever had the tickets before may have undone them.
  const rows = (await readMerges(ctx.db, ids)).toReversed();
  if (rows.length < ids.length) throw refuse(404, "ticket.undo_nothing");
  const obstacles = await findUndoObstacles(ctx.db, rows);
  for (const { id } of rows) {
    const obstacle = obstacles.get(id);
    if (obstacle) throw obstacle;
  }
  const along = await chooseAlong(ctx, rows, wanted.comment_ids);
  await takeApart(ctx, tickets, { merges: rows.filter(({ kind }) => kind === "merge"), along });
  await bringHome(
    ctx,
    tickets,
    rows.filter(({ kind }) => kind === "split"),
  );
  await endMerges(ctx, ids);
  // oxlint-disable-next-line no-await-in-loop
  for (const id of tickets.keys()) await reindexChanged(ctx, id);
  await keepAllRead(ctx, [...tickets.values()]);
  return { tickets: await readRows(ctx, [...tickets.keys()]) };
}

async function lockAll(ctx: Ctx, asked: readonly MergeRow[]): Promise<Map<string, TicketRecord>> {
  const ids = [...new Set(asked.flatMap(({ ticket_id, into_id }) => [ticket_id, into_id]))];
  const tickets = await lockTicketsAndMerged(ctx, ids);
  // One of them lies in a trash that the caller does not see.
  if (tickets.length < ids.length) throw refuse(404, "ticket.undo_nothing");
  return new Map(tickets.map((ticket) => [ticket.id, ticket]));
}

/** The comments written since that go along, which must have been written on the ticket that stays. */
async function chooseAlong(
  ctx: Ctx,
  rows: readonly MergeRow[],
  wanted: readonly string[],
): Promise<string[]> {
  const chosen = [...new Set(wanted)];
  if (chosen.length === 0) return [];
  const [only, ...others] = rows;
  if (!only || others.length > 0) throw refuseField(422, "comment_ids", "merge.since_of_one");
  const since = new Set((await findWrittenSince(ctx.db, only)).map(({ id }) => id));
  if (chosen.some((id) => !since.has(id))) throw refuseField(422, "comment_ids", "merge.comment_unknown");
  return chosen;
}
