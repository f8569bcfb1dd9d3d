import { putItemsBack } from "#server/checklists/move.ts";
import { putScheduledBack } from "#server/comments/scheduled/move.ts";
import { deleteOpenings, moveComments } from "#server/comments/move.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { recordEvents } from "#server/lib/work/history.ts";
import { partInboxRows } from "#server/lib/work/inbox-merge.ts";
import { keepTags } from "#server/tags/lock-tags.ts";
import { readTagsOf, saveTags } from "#server/tags/save-tags.ts";
import { removeFollowers } from "#server/tickets/merged/followers.ts";
import { bringBack, type SettledColumns, writeSettled } from "#server/tickets/merged/lay-aside.ts";
import type { TicketRecord } from "#server/tickets/read.ts";
import { detachFiles, moveFilesOfComments } from "#server/uploads/move.ts";
import { pickFields } from "./merge.ts";
import { type MergeRow, type MoveRow, readMoves } from "./rows.ts";
import { planRestoring, Settled } from "./settle.ts";

type Tickets = ReadonlyMap<string, TicketRecord>;
type Undone = {
  /** The newest first. */
  merges: readonly MergeRow[];
  /** Comments written since that go along, where it is one merge. */
  along: readonly string[];
};

/** Takes locked tickets apart again: every row that moved goes back, and what the merge settled, unless it was changed since. */
export async function takeApart(ctx: Ctx, tickets: Tickets, { merges, along }: Undone): Promise<void> {
  if (merges.length === 0) return;
  await moveBack(ctx, merges, along);
  await keepTags(ctx.db);
  for (const [keptId, of] of Map.groupBy(merges, ({ into_id }) => into_id)) {
    const kept = tickets.get(keptId);
    // oxlint-disable-next-line no-await-in-loop
    if (kept) await restoreKept(ctx, kept, of);
  }
  for (const { ticket_id, group_id } of merges) {
    const ticket = tickets.get(ticket_id);
    if (!ticket) continue;
    // oxlint-disable-next-line no-await-in-loop
    await bringBack(ctx, ticket);
    // oxlint-disable-next-line no-await-in-loop
    await recordEvents(ctx, [
      {
        id: ticket.id,
        kind: "ticket.unmerged",
        companyId: ticket.company_id,
        groupId: group_id,
        after: { version: ticket.version + 1 },
      },
    ]);
  }
}

async function moveBack(ctx: Ctx, merges: readonly MergeRow[], along: readonly string[]): Promise<void> {
  const { db } = ctx;
  const moves = await readMoves(
    db,
    merges.map(({ id }) => id),
  );
  const of = (entity: MoveRow["entity"]) => moves.filter((move) => move.entity === entity);
  const home = merges[0]?.ticket_id ?? "";
  const comments = [
    ...of("comment").map((move) => ({ id: move.row_id, to: move.from_ticket_id })),
    ...along.map((id) => ({ id, to: home })),
  ];
  await moveComments(db, comments);
  await moveFilesOfComments(
    db,
    comments.map(({ id }) => id),
  );
  const openings = merges.flatMap(({ opening_comment_id: id, ticket_id }) => (id ? [{ id, ticket_id }] : []));
  // oxlint-disable-next-line no-await-in-loop
  for (const { id, ticket_id } of openings) await detachFiles(db, id, ticket_id);
  await deleteOpenings(
    db,
    openings.map(({ id }) => id),
  );
  await putScheduledBack(db, of("scheduled_comment"));
  await putItemsBack(
    db,
    of("checklist_item").map((move) => ({ ...move, position: move.position ?? 0 })),
  );
}

/** Restores the ticket that stayed, merge by merge, the newest first. */
async function restoreKept(ctx: Ctx, kept: TicketRecord, merges: readonly MergeRow[]): Promise<void> {
  let columns: SettledColumns = {};
  const gone = new Set<string>();
  for (const { settled: kept_as, group_id, merged_at } of merges) {
    const settled = Settled.parse(kept_as);
    columns = { ...columns, ...planRestoring({ ...kept, ...columns }, settled) };
    for (const id of settled.tags) gone.add(id);
    // oxlint-disable-next-line no-await-in-loop
    await removeFollowers(ctx, kept, { people: settled.people, addedAt: merged_at, groupId: group_id });
    // oxlint-disable-next-line no-await-in-loop
    await partInboxRows(ctx.db, kept.id, settled.inbox);
  }
  await writeSettled(ctx, kept.id, columns);
  const groupId = merges[0]?.group_id ?? "";
  await removeTags(ctx, kept, gone, groupId);
  await recordEvents(ctx, [
    {
      id: kept.id,
      kind: "ticket.unmerged",
      companyId: kept.company_id,
      groupId,
      before: pickFields(pick(kept, columns)),
      after: { ...pickFields(columns), version: kept.version + 1 },
    },
  ]);
}

async function removeTags(
  ctx: Ctx,
  kept: TicketRecord,
  gone: ReadonlySet<string>,
  groupId: string,
): Promise<void> {
  if (gone.size === 0) return;
  const before = (await readTagsOf(ctx.db, [kept.id])).get(kept.id) ?? [];
  await saveTags(ctx, [{ ticket: kept, before, wanted: before.filter(({ id }) => !gone.has(id)) }], groupId);
}

function pick(ticket: TicketRecord, columns: SettledColumns): SettledColumns {
  const { status, priority, assignee_id, group_id } = ticket;
  const all: SettledColumns = { status, priority, assignee_id, group_id };
  return Object.fromEntries(Object.entries(all).filter(([column]) => column in columns));
}
