import { moveChecklists } from "#server/checklists/move.ts";
import { moveScheduled, stopWhereReadersChanged } from "#server/comments/scheduled/move.ts";
import { moveConversations, standAsIssue } from "#server/comments/move.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { recordEvents } from "#server/lib/work/history.ts";
import { joinInboxRows } from "#server/lib/work/inbox-merge.ts";
import { layAside, writeSettled } from "#server/tickets/merged/lay-aside.ts";
import type { TicketRecord } from "#server/tickets/read.ts";
import { bringFilesHome } from "#server/uploads/move.ts";
import { type MergeRow, readMoves } from "./rows.ts";

/**
 * Brings what was split off home, with everything written since: the new ticket becomes part of the old one, and its number
 * leads there. Nobody who came onto the new ticket comes onto the old one.
 */
export async function bringHome(
  ctx: Ctx,
  tickets: ReadonlyMap<string, TicketRecord>,
  splits: readonly MergeRow[],
): Promise<void> {
  for (const split of splits) {
    const [off, home] = [tickets.get(split.ticket_id), tickets.get(split.into_id)];
    // oxlint-disable-next-line no-await-in-loop
    if (off && home) await bringOneHome(ctx, split, { off, home });
  }
}

async function bringOneHome(
  ctx: Ctx,
  split: MergeRow,
  { off, home }: { off: TicketRecord; home: TicketRecord },
): Promise<void> {
  const { db } = ctx;
  const commentId = split.opening_comment_id;
  await moveConversations(db, [off.id], home.id);
  if (commentId !== null) await standAsIssue(db, commentId, false);
  const fileIds = (await readMoves(db, [split.id])).flatMap(({ entity, row_id }) =>
    entity === "attachment" ? [row_id] : [],
  );
  await bringFilesHome(db, [off.id, home.id], { fileIds, commentId });
  await moveChecklists(db, [off.id], home.id);
  await moveScheduled(db, [off.id], home.id);
  await stopWhereReadersChanged(db, home.id, ctx.now);
  await layAside(ctx, [off.id], home.id);
  await writeSettled(ctx, home.id, {});
  await joinInboxRows(db, [off.id], home.id);
  await recordEvents(
    ctx,
    [off, home].map(({ id, company_id, version }) => ({
      id,
      kind: "ticket.split_undone" as const,
      companyId: company_id,
      groupId: split.group_id,
      after: { version: version + 1 },
    })),
  );
}
