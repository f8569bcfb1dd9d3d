import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Ctx } from "#server/lib/request-context.ts";
import { type ActionEvent, readOwnAction } from "#server/lib/work/own-action.ts";
import { saveTickets, type StatusEffects, type Save } from "./bulk.ts";
import { readRows } from "../list-row-columns.ts";
import { planFollowUpUndo, restoreFollowUps } from "./undo-follow-up.ts";
import { lockTickets, type TicketRecord } from "../read.ts";
import type { Fields } from "./save-ticket.ts";

/** Undoes one's own change of one or many tickets, but for fields that somebody changed since. */
export async function undoBulk(ctx: Ctx, groupId: string) {
  const events = await readOwnAction(ctx, groupId, UNDOABLE_FIELDS);
  const tickets = await lockEach(ctx, events);
  const { changed, kept } = await undoFields(ctx, tickets, events, randomUUID());
  return { tickets: await readRows(ctx, changed), kept };
}

/** The kinds of what `undoFields` takes back. */
export const UNDOABLE_FIELDS = ["ticket.changed", "ticket.follow_up_set", "ticket.follow_up_ended"] as const;

/** Takes the fields and follow-ups of locked tickets back. Answers the ids of those that changed and those kept in part. */
export async function undoFields(
  ctx: Ctx,
  tickets: ReadonlyMap<string, TicketRecord>,
  events: readonly ActionEvent<(typeof UNDOABLE_FIELDS)[number]>[],
  undoGroup: string,
): Promise<{ changed: string[]; kept: string[] }> {
  const { saves, kept } = resolveUndo(
    tickets,
    events.filter(({ kind }) => kind === "ticket.changed"),
  );
  const statuses = new Map(saves.map(({ ticket, fields }) => [ticket.id, fields.status ?? ticket.status]));
  const followUps = planFollowUpUndo(
    tickets,
    statuses,
    events.filter(({ kind }) => kind !== "ticket.changed"),
  );
  await saveTickets(ctx, saves, undoGroup);
  await restoreFollowUps(ctx, followUps.restored, undoGroup);
  const changed = [...saves, ...followUps.restored].map(({ ticket }) => ticket.id);
  return { changed: [...new Set(changed)], kept: [...new Set([...kept, ...followUps.kept])] };
}

/** Locks the tickets of events, in the order of their ids; those in the trash are left out. */
export async function lockEach(ctx: Ctx, events: readonly ActionEvent[]): Promise<Map<string, TicketRecord>> {
  const ids = [...new Set(events.map(({ entity_id }) => entity_id))];
  const locked = await lockTickets(ctx, ids);
  return new Map(locked.filter(({ deleted }) => !deleted).map((ticket) => [ticket.id, ticket]));
}

/** Finds what is left to take back, and the tickets that somebody has changed since, in whole or in part. */
function resolveUndo(tickets: ReadonlyMap<string, TicketRecord>, events: readonly ActionEvent[]) {
  const saves: Save[] = [];
  const kept: string[] = [];
  for (const event of events) {
    const ticket = tickets.get(event.entity_id);
    const save = ticket ? planUndo(ticket, event) : null;
    if (save) saves.push(save.save);
    if (!save?.whole) kept.push(event.entity_id);
  }
  return { saves, kept };
}

const text = z.string();
const Values = z.object({
  status: text.optional(),
  priority: text.optional(),
  assignee_id: text.nullable().optional(),
  group_id: text.nullable().optional(),
});
const Closing = z.object({
  closed: z.coerce.date().nullable(),
  closed_by: text.nullable(),
  reopened_count: z.int(),
});
const FIELDS = ["status", "priority", "assignee_id", "group_id"] as const;

/** Plans the undo of one ticket; null when nothing is left to undo; `whole` says whether everything is. */
function planUndo(ticket: TicketRecord, event: ActionEvent): { save: Save; whole: boolean } | null {
  const before = Values.parse(event.before);
  const after = Values.parse(event.after);
  const changed = FIELDS.filter((field) => after[field] !== undefined);
  const untouched = changed.filter((field) => ticket[field] === after[field]);
  if (untouched.length === 0) return null;
  const fields: Fields = Object.fromEntries(untouched.map((field) => [field, before[field]]));
  const closing = Closing.safeParse(event.before);
  const besides: StatusEffects = closing.success && untouched.includes("status") ? closing.data : {};
  return { save: { ticket, fields, besides }, whole: untouched.length === changed.length };
}
