import { isClosed } from "#contract/statuses.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { recordEvents } from "#server/lib/work/history.ts";
import type { ActionEvent } from "#server/lib/work/own-action.ts";
import {
  type FollowUp,
  followUpEvent,
  followUpOf,
  hasFollowUp,
  HELD_STATUS,
  readFollowUpEvent,
  writeFollowUps,
} from "../follow-ups.ts";
import type { TicketRecord } from "../read.ts";

type Restored = { ticket: TicketRecord; after: FollowUp };

/**
 * Plans which follow-ups an undo brings back, with the statuses that the same undo sets. A ticket whose follow-up somebody
 * changed since keeps it, and so does one that stays closed.
 */
export function planFollowUpUndo(
  tickets: ReadonlyMap<string, TicketRecord>,
  statuses: ReadonlyMap<string, string>,
  events: readonly ActionEvent[],
): { restored: Restored[]; kept: string[] } {
  const plans = events.map((event) => {
    const ticket = tickets.get(event.entity_id);
    const after = ticket ? planOne(ticket, event, statuses.get(ticket.id) ?? ticket.status) : null;
    return { id: event.entity_id, restored: ticket && after ? [{ ticket, after }] : [] };
  });
  return {
    restored: plans.flatMap(({ restored }) => restored),
    kept: plans.filter(({ restored }) => restored.length === 0).map(({ id }) => id),
  };
}

function planOne(ticket: TicketRecord, event: ActionEvent, status: string): FollowUp | null {
  const before = readFollowUpEvent(event.before);
  const made = readFollowUpEvent(event.after);
  const now = followUpOf(ticket);
  const isUntouched = made ? isSame(now, made) : !hasFollowUp(now);
  if (!before || !isUntouched) return null;
  if (hasFollowUp(before) && isClosed(status)) return null;
  return { ...before, status: status === HELD_STATUS ? before.status : null };
}

function isSame(a: FollowUp, b: FollowUp): boolean {
  return (
    a.at?.getTime() === b.at?.getTime() && a.firm === b.firm && a.due_at?.getTime() === b.due_at?.getTime()
  );
}

/** Writes what `planFollowUpUndo` found, after the statuses, and records it as a change of its own. */
export async function restoreFollowUps(
  ctx: Ctx,
  restored: readonly Restored[],
  groupId: string,
): Promise<void> {
  await writeFollowUps(ctx.db, new Map(restored.map(({ ticket, after }) => [ticket.id, after])));
  await recordEvents(
    ctx,
    restored.map(({ ticket, after }) => followUpEvent("ticket.follow_up_set", ticket, { after, groupId })),
  );
}
