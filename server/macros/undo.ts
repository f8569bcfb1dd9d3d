import { randomUUID } from "node:crypto";
import { undoAdded } from "#server/checklists/add-items.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { type ActionEvent, readOwnAction } from "#server/lib/work/own-action.ts";
import { undoTagged } from "#server/tags/undo.ts";
import { lockEach, undoFields, UNDOABLE_FIELDS } from "#server/tickets/change/undo-bulk-change.ts";
import { readRows } from "#server/tickets/list-row-columns.ts";

const UNDOABLE = [...UNDOABLE_FIELDS, "ticket.tagged", "checklist.added"] as const;
type Undoable = ActionEvent<(typeof UNDOABLE)[number]>;

/**
 * Undoes one's own action on one or many tickets with everything that it set: fields, follow-ups, tags and items of
 * checklists. What somebody changed since stays. An answer that was written with it stays as well: it has been read.
 */
export async function undoEffects(ctx: Ctx, groupId: string) {
  const events = await readOwnAction(ctx, groupId, UNDOABLE);
  const tickets = await lockEach(ctx, events);
  const undoGroup = randomUUID();
  const undone = [
    await undoFields(ctx, tickets, events.filter(isOfFields), undoGroup),
    await undoTagged(ctx, tickets, ofKind(events, "ticket.tagged"), undoGroup),
    await undoAdded(ctx, tickets, ofKind(events, "checklist.added")),
  ];
  const changed = new Set(undone.flatMap((part) => part.changed));
  return {
    tickets: await readRows(ctx, [...changed]),
    kept: [...new Set(undone.flatMap(({ kept }) => kept))],
  };
}

function isOfFields(event: Undoable): event is ActionEvent<(typeof UNDOABLE_FIELDS)[number]> {
  return UNDOABLE_FIELDS.some((kind) => kind === event.kind);
}

function ofKind(events: readonly Undoable[], kind: Undoable["kind"]): Undoable[] {
  return events.filter((event) => event.kind === kind);
}
