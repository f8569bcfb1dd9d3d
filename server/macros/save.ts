import { addItems } from "#server/checklists/add-items.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { recordEvents } from "#server/lib/work/history.ts";
import { saveTags } from "#server/tags/save-tags.ts";
import { saveTickets } from "#server/tickets/change/bulk.ts";
import { announceAssigned } from "#server/tickets/change/save-ticket.ts";
import { followUpEvent, writeFollowUps } from "#server/tickets/follow-ups.ts";
import type { Plan } from "./plan.ts";

/**
 * Writes planned effects as one action that one undo takes back; a statement a table, however many tickets. Statuses first:
 * the trigger on them ends what a follow-up would bring back, and the follow-ups that are written win.
 */
export async function saveEffects(ctx: Ctx, plans: readonly Plan[], groupId: string): Promise<void> {
  await saveTickets(
    ctx,
    plans.map(({ save }) => save),
    groupId,
  );
  await saveFollowUps(ctx, plans, groupId);
  await saveTags(
    ctx,
    plans.flatMap(({ tags }) => tags ?? []),
    groupId,
  );
  await addItems(
    ctx,
    plans.map(({ ticket, items }) => ({ ticket, texts: items })),
    groupId,
  );
  await announceTaken(ctx, plans, groupId);
}

async function saveFollowUps(ctx: Ctx, plans: readonly Plan[], groupId: string): Promise<void> {
  const changes = plans.flatMap(({ ticket, followUp }) => (followUp ? [{ ticket, after: followUp }] : []));
  await writeFollowUps(ctx.db, new Map(changes.map(({ ticket, after }) => [ticket.id, after])));
  await recordEvents(
    ctx,
    changes.map(({ ticket, after }) => followUpEvent("ticket.follow_up_set", ticket, { after, groupId })),
  );
}

/** Everybody gets the same assignee, if any. */
async function announceTaken(ctx: Ctx, plans: readonly Plan[], groupId: string): Promise<void> {
  const assignee = plans[0]?.save.fields.assignee_id;
  const taken = plans.filter(({ ticket }) => ticket.assignee_id !== assignee).map(({ ticket }) => ticket.id);
  await announceAssigned(ctx, taken, assignee, groupId);
}
