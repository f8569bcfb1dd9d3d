import { randomUUID } from "node:crypto";
import { mayMerge } from "#contract/access/links.ts";
import type { SignedIn } from "#server/lib/request-context.ts";
import { moveChecklists } from "#server/checklists/move.ts";
import { moveScheduled, stopWhereReadersChanged } from "#server/comments/scheduled/move.ts";
import { moveConversations, writeOpenings } from "#server/comments/move.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { refuse } from "#server/lib/refusal.ts";
import { type HistoryEvent, recordEvents } from "#server/lib/work/history.ts";
import { joinInboxRows } from "#server/lib/work/inbox-merge.ts";
import { keepTags } from "#server/tags/lock-tags.ts";
import { saveTags } from "#server/tags/save-tags.ts";
import { addFollowers } from "#server/tickets/merged/followers.ts";
import { layAside, writeSettled } from "#server/tickets/merged/lay-aside.ts";
import { getTicket, type TicketRecord } from "#server/tickets/read.ts";
import { reindexChanged } from "#server/tickets/search-index/reindex-ticket.ts";
import { keepAllRead } from "#server/tickets/unread.ts";
import { moveFilesOfTickets } from "#server/uploads/move.ts";
import { lockFamily, readHeld } from "./family.ts";
import { refuseOtherReaders } from "./new-readers.ts";
import { findObstacles, readCompanyNames } from "./obstacles.ts";
import { insertMerges, insertMoves } from "./rows.ts";
import { planSettling, type Step } from "./settle.ts";

/**
 * Merges tickets into one that stays, as one action. All are asked before anything moves. The number of statements is the
 * same however much is written on them.
 */
export async function mergeTickets(
  ctx: Ctx,
  keptId: string,
  { ids, audience_seen }: { ids: string[]; audience_seen?: string | undefined },
) {
  refuseMerging(ctx.actor);
  const family = await lockFamily(ctx, keptId, ids);
  const { kept, others } = family;
  const companies = await readCompanyNames(ctx.db, [kept, ...others]);
  const obstacle = (await findObstacles(ctx.db, family, companies)).find((each) => each !== null);
  if (obstacle) throw obstacle;
  await refuseOtherReaders(
    ctx.db,
    [kept, ...others].map(({ id }) => id),
    audience_seen,
  );
  await keepTags(ctx.db);
  const held = await readHeld(ctx, family);
  const steps = planSettling(kept, others, held);
  const group_id = randomUUID();
  const merges = steps.map((step) => ({ id: randomUUID(), openingId: randomUUID(), step }));
  const moves = await moveEverything(ctx, kept, merges);
  await settle(ctx, kept, steps, { groupId: group_id, tags: held.tags.get(kept.id) ?? [] });
  await stopWhereReadersChanged(ctx.db, kept.id, ctx.now);
  const inbox = await joinInboxRows(
    ctx.db,
    others.map(({ id }) => id),
    kept.id,
  );
  await insertMerges(
    ctx,
    merges.map(({ id, openingId, step }, index) => ({
      id,
      kind: "merge",
      ticket_id: step.ticket.id,
      into_id: kept.id,
      group_id,
      opening_comment_id: openingId,
      settled: {
        before: step.before,
        after: step.after,
        people: step.people.map(({ user_id }) => user_id),
        tags: step.tags.map((tag) => tag.id),
        // Of all of them together: the last one that is undone puts them back.
        inbox: index === 0 ? inbox : [],
      },
    })),
  );
  await insertMoves(ctx.db, moves);
  await reindexChanged(ctx, kept.id);
  await keepAllRead(ctx, [kept]);
  await recordEvents(ctx, buildEvents(kept, steps, group_id));
  return {
    ticket: await getTicket(ctx, kept.id),
    merges: merges.map(({ id, step }) => ({ id, ticket_id: step.ticket.id })),
    group_id,
  };
}

/** Refuses 403 whoever may not merge at all. */
export function refuseMerging(actor: SignedIn): void {
  if (!mayMerge(actor)) throw refuse(403, "auth.not_allowed");
}

type Planned = { id: string; openingId: string; step: Step };

/** Moves what is written on the tickets, and lays them aside; answers the rows that moved. */
async function moveEverything(ctx: Ctx, kept: TicketRecord, merges: readonly Planned[]) {
  const { db } = ctx;
  const ids = merges.map(({ step }) => step.ticket.id);
  const comments = await moveConversations(db, ids, kept.id);
  await writeOpenings(
    ctx,
    merges.map(({ openingId, step }) => ({ id: openingId, from: step.ticket })),
    kept.id,
  );
  const files = await moveFilesOfTickets(
    db,
    merges.map(({ openingId, step }) => ({ ticketId: step.ticket.id, commentId: openingId })),
    kept.id,
  );
  const items = await moveChecklists(db, ids, kept.id);
  const waiting = await moveScheduled(db, ids, kept.id);
  await layAside(ctx, ids, kept.id);
  const mergeOf = new Map(merges.map(({ id, step }) => [step.ticket.id, id]));
  const of = ({ from_ticket_id }: { from_ticket_id: string }) => mergeOf.get(from_ticket_id) ?? "";
  return [
    ...comments.map((row) => ({
      ...row,
      merge_id: of(row),
      entity: "comment" as const,
      position: null,
    })),
    ...waiting.map((row) => ({
      ...row,
      merge_id: of(row),
      entity: "scheduled_comment" as const,
      position: null,
    })),
    ...files.map((row) => ({ ...row, merge_id: of(row), entity: "attachment" as const, position: null })),
    ...items.map((row) => ({ ...row, merge_id: of(row), entity: "checklist_item" as const })),
  ];
}

type Labels = { groupId: string; tags: readonly { id: string; name: string }[] };

async function settle(ctx: Ctx, kept: TicketRecord, steps: readonly Step[], { groupId, tags }: Labels) {
  await writeSettled(ctx, kept.id, Object.assign({}, ...steps.map(({ after }) => after)));
  await addFollowers(
    ctx,
    kept,
    steps.flatMap(({ people }) => people),
    groupId,
  );
  const added = steps.flatMap((step) => step.tags);
  if (added.length > 0)
    await saveTags(ctx, [{ ticket: kept, before: tags, wanted: [...tags, ...added] }], groupId);
}

/** What the histories say: numbers alone, and on the ticket that stays which of its fields changed. */
function buildEvents(kept: TicketRecord, steps: readonly Step[], groupId: string): HistoryEvent[] {
  const version = kept.version + 1;
  const of = ({ id, company_id }: TicketRecord) => ({ id, companyId: company_id, groupId });
  const before = Object.assign({}, ...steps.toReversed().map((step) => pickFields(step.before)));
  const after = Object.assign({}, ...steps.map((step) => pickFields(step.after)));
  return [
    ...steps.map(({ ticket }): HistoryEvent => ({
      ...of(ticket),
      kind: "ticket.merged",
      after: { version: ticket.version + 1 },
    })),
    {
      ...of(kept),
      kind: "ticket.merged",
      before,
      after: { ...after, merged: steps.map(({ ticket }) => ticket.uid).join(", "), version },
    },
  ];
}

/** The fields that everybody who sees the ticket sees changed. */
export function pickFields({
  status,
  priority,
  assignee_id,
  group_id,
}: Step["after"]): Record<string, unknown> {
  const fields = { status, priority, assignee_id, group_id };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
