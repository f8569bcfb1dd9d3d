import type { Ctx } from "#server/lib/request-context.ts";
import { refuse } from "#server/lib/refusal.ts";
import { maySetStatus } from "#contract/access/tickets.ts";
import { refuseAnswer } from "../create.ts";
import { Broadcast, type LeftOut } from "./kept.ts";
import { hasNewReaders, outsideOf, readersOfEach } from "./readers.ts";
import { lockIncident, sortOut } from "./sort-out.ts";
import { writeBroadcast } from "./write.ts";

type Waiting = { id: string; ticket_id: string; group_id: string; comment: string; broadcast: unknown };

/**
 * Sends an answer to all reporters that waited, as its author, with everything asked anew for each ticket: what changed since
 * is left out, and named in the note. Refuses 409 where nobody is left.
 */
export async function publishBroadcast(ctx: Ctx, row: Waiting, files: string[]): Promise<void> {
  const kept = Broadcast.parse(row.broadcast);
  const ids = kept.answers.map(({ ticket_id }) => ticket_id);
  const { incident, tickets } = await lockIncident(ctx, row.ticket_id, ids);
  if (!incident) throw refuse(404, "ticket.not_found");
  refuseAnswer(ctx, incident);
  if (kept.status !== null && !maySetStatus(ctx.actor)) throw refuse(403, "comment.status_staff_only");
  const sorted = await sortOut(ctx, incident.id, tickets, { ids, closedIds: kept.closed_ids });
  const readers = await readersOfEach(ctx.db, sorted.ready, ctx.actor.id);
  const isNew = ({ id }: { id: string }) => hasNewReaders(outsideOf(readers.get(id)), kept.readers[id]);
  const ready = sorted.ready.filter((ticket) => !isNew(ticket));
  if (ready.length === 0) throw refuse(409, "incident.nobody_left");
  const texts = new Map(kept.answers.map(({ ticket_id, text }) => [ticket_id, text]));
  const leftOut: LeftOut[] = [
    ...kept.left_out,
    ...sorted.leftOut,
    ...sorted.strangers.map(({ id, uid }) => ({ id, uid, why: "unlinked" as const })),
    ...sorted.ready.filter(isNew).map(({ id, uid }) => ({ id, uid, why: "readers_changed" as const })),
  ];
  await writeBroadcast(ctx, {
    id: row.id,
    groupId: row.group_id,
    incident,
    answers: ready.map((ticket) => ({ ticket, text: texts.get(ticket.id) ?? "" })),
    leftOut,
    written: row.comment,
    files,
    status: kept.status,
    savedReplyId: kept.saved_reply_id,
  });
}
