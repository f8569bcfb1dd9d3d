import { randomUUID } from "node:crypto";
import type { z } from "zod";
import type { merges } from "#contract/merges.ts";
import { DEFAULT_PRIORITY, DEFAULT_STATUS } from "#contract/statuses.ts";
import { moveComments, standAsIssue } from "#server/comments/move.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { refuse, refuseField } from "#server/lib/refusal.ts";
import { recordEvents } from "#server/lib/work/history.ts";
import { createTicket } from "#server/tickets/create/create.ts";
import { writeSettled } from "#server/tickets/merged/lay-aside.ts";
import { getTicket, lockTicket, type TicketRecord } from "#server/tickets/read.ts";
import { reindexChanged } from "#server/tickets/search-index/reindex-ticket.ts";
import { keepAllRead } from "#server/tickets/unread.ts";
import { detachFiles, moveFilesOfComments } from "#server/uploads/move.ts";
import { refuseMerging } from "./merge.ts";
import { insertMerges, insertMoves } from "./rows.ts";
import { chooseRequester, firstPublic, readChosen, type Chosen } from "./split-choice.ts";

/**
 * Makes a new ticket of some comments of a ticket, with their files: of the same company, secret as the other one is, open and
 * nobody's yet. Nobody is mailed, and who takes part in the other ticket does not come along.
 */
export async function splitTicket(ctx: Ctx, id: string, wanted: z.output<typeof merges.split.body>) {
  refuseMerging(ctx.actor);
  const old = await lockTicket(ctx, id);
  if (old.deleted) throw refuse(403, "ticket.in_trash");
  const chosen = await readChosen(ctx.db, old.id, wanted.comment_ids);
  const issueOf = wanted.issue === undefined ? firstPublic(chosen) : null;
  const issue = wanted.issue ?? issueOf?.comment;
  if (issue === undefined) throw refuseField(422, "issue", "ticket.description_required");
  const requester = await chooseRequester(ctx, old, chosen, wanted.client_id);
  const { ticket } = await createTicket(
    { ...ctx, isQuiet: true },
    {
      subject: wanted.subject,
      issue,
      status: DEFAULT_STATUS,
      priority: DEFAULT_PRIORITY,
      client_id: requester,
      company_id: old.company_id,
    },
    { mailboxId: old.mailbox_id, confidential: old.confidential },
  );
  const merge_id = randomUUID();
  const group_id = randomUUID();
  const fileIds = await move(ctx, chosen, { to: ticket.id, issueOf: issueOf?.id ?? null });
  await insertMerges(ctx, [
    {
      id: merge_id,
      kind: "split",
      ticket_id: ticket.id,
      into_id: old.id,
      group_id,
      opening_comment_id: issueOf?.id ?? null,
      settled: {},
    },
  ]);
  const moved = { merge_id, from_ticket_id: old.id, position: null };
  await insertMoves(ctx.db, [
    ...chosen.map((comment) => ({ ...moved, entity: "comment" as const, row_id: comment.id })),
    ...fileIds.map((file) => ({ ...moved, entity: "attachment" as const, row_id: file })),
  ]);
  await writeSettled(ctx, old.id, {});
  await reindexChanged(ctx, old.id);
  await reindexChanged(ctx, ticket.id);
  await keepAllRead(ctx, [old]);
  await recordSplit(ctx, old, { id: ticket.id, version: ticket.version, groupId: group_id });
  return { ticket: await getTicket(ctx, ticket.id), merge_id, group_id };
}

/** Moves the comments; answers the files of the one that became the description, which are the ticket's own now. */
async function move(
  ctx: Ctx,
  chosen: readonly Chosen[],
  { to, issueOf }: { to: string; issueOf: string | null },
): Promise<string[]> {
  const ids = chosen.map(({ id }) => id);
  await moveComments(
    ctx.db,
    ids.map((id) => ({ id, to })),
  );
  await moveFilesOfComments(ctx.db, ids);
  if (issueOf === null) return [];
  await standAsIssue(ctx.db, issueOf, true);
  return detachFiles(ctx.db, issueOf, to);
}

/** What everybody reads who sees a ticket: that it was split, and neither the other number nor how much moved. */
async function recordSplit(
  ctx: Ctx,
  old: TicketRecord,
  made: { id: string; version: number; groupId: string },
): Promise<void> {
  const said = { kind: "ticket.split" as const, companyId: old.company_id, groupId: made.groupId };
  await recordEvents(ctx, [
    { ...said, id: old.id, after: { version: old.version + 1 } },
    { ...said, id: made.id, after: { version: made.version } },
  ]);
}
