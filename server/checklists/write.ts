import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { z } from "zod";
import { mayChangeChecklist } from "#contract/access/checklists.ts";
import type { checklists } from "#contract/checklists.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { refuse } from "#server/lib/refusal.ts";
import { recordEvent } from "#server/lib/work/history.ts";
import { lockTicket, type TicketRecord } from "#server/tickets/read.ts";
import { readItems } from "./read.ts";

/*
 * The ticket is locked, so that of two at once the second sees what the first has done. Neither its version nor its time of
 * change moves, and what is recorded is for the staff: clients never learn that there are checklists.
 */

/** Adds an item. Refuses 409 where the checklist is full. */
export async function addItem(
  ctx: Ctx,
  ticketId: string,
  { text, place }: z.output<typeof checklists.add.body>,
) {
  const ticket = await lockChangeable(ctx, ticketId);
  const order = await readOrder(ctx, ticketId);
  refuseFull(order.length);
  const id = randomUUID();
  const row = { id, ticket_id: ticketId, text, position: 0, created_by: ctx.actor.id };
  await ctx.db
    .insertInto("checklist_items")
    .values({ ...row, created_at: ctx.now })
    .execute();
  await putAt(ctx, order, id, place ?? order.length);
  await recordEvent(ctx, {
    ...ofTicket(ticket),
    kind: "checklist.added",
    after: { name: text, item_id: id },
  });
  return { id, items: await readItems(ctx.db, ticketId) };
}

/** Changes the text of an item, ticks it or takes the tick off, or moves it; what is as asked already stays. */
export async function changeItem(
  ctx: Ctx,
  { ticket_id, item_id }: { ticket_id: string; item_id: string },
  { text, done, place }: z.output<typeof checklists.change.body>,
) {
  const ticket = await lockChangeable(ctx, ticket_id);
  const item = await findItem(ctx, ticket_id, item_id);
  if (text !== undefined && text !== item.text) {
    await ctx.db.updateTable("checklist_items").set({ text }).where("id", "=", item_id).execute();
    await recordEvent(ctx, {
      ...ofTicket(ticket),
      kind: "checklist.changed",
      before: { name: item.text, item_id },
      after: { name: text, item_id },
    });
  }
  if (done !== undefined && done !== (item.done_at !== null)) {
    const tick = done ? { done_at: ctx.now, done_by: ctx.actor.id } : { done_at: null, done_by: null };
    await ctx.db.updateTable("checklist_items").set(tick).where("id", "=", item_id).execute();
    await recordEvent(ctx, {
      ...ofTicket(ticket),
      kind: done ? "checklist.ticked" : "checklist.unticked",
      after: { name: text ?? item.text, item_id },
    });
  }
  if (place !== undefined) await putAt(ctx, await readOrder(ctx, ticket_id), item_id, place);
  return { items: await readItems(ctx.db, ticket_id) };
}

/** Deletes an item; the history keeps what its undo needs. */
export async function deleteItem(ctx: Ctx, { ticket_id, item_id }: { ticket_id: string; item_id: string }) {
  const ticket = await lockChangeable(ctx, ticket_id);
  const { text, ...item } = await findItem(ctx, ticket_id, item_id);
  await ctx.db.deleteFrom("checklist_items").where("id", "=", item_id).execute();
  const group_id = randomUUID();
  await recordEvent(ctx, {
    ...ofTicket(ticket),
    kind: "checklist.deleted",
    groupId: group_id,
    before: { name: text, item_id, item },
  });
  return { items: await readItems(ctx.db, ticket_id), group_id };
}

/** Locks a ticket whose checklist the actor may change. Refuses 404 as reading it does, 403 in the trash. */
async function lockChangeable(ctx: Ctx, ticketId: string): Promise<TicketRecord> {
  const ticket = await lockTicket(ctx, ticketId);
  refuseUnchangeable(ctx, ticket);
  return ticket;
}

export function refuseUnchangeable({ actor }: Ctx, ticket: TicketRecord): void {
  if (!mayChangeChecklist(actor)) throw refuse(403, "auth.not_allowed");
  if (!mayChangeChecklist(actor, ticket)) throw refuse(403, "ticket.in_trash");
}

export function refuseFull(held: number): void {
  if (held >= LIMITS.checklistItems)
    throw refuse(409, "checklist.full", { params: { max: LIMITS.checklistItems } });
}

/** Whose event it is: the ticket's, so that its timeline shows it and its erasure erases it. */
export function ofTicket({ id, company_id }: TicketRecord) {
  return { id, companyId: company_id };
}

async function findItem({ db }: Ctx, ticketId: string, id: string) {
  const item = await db
    .selectFrom("checklist_items")
    .select(["text", "position", "done_at", "done_by", "created_by", "created_at"])
    .where("id", "=", id)
    .where("ticket_id", "=", ticketId)
    .executeTakeFirst();
  if (!item) throw refuse(404, "checklist.item_not_found");
  return item;
}

/** A ticket's items in their order, which its lock keeps. */
export function readOrder({ db }: Ctx, ticketId: string): Promise<Placed[]> {
  return db
    .selectFrom("checklist_items")
    .select(["id", "position"])
    .where("ticket_id", "=", ticketId)
    .orderBy("position")
    .orderBy("id")
    .execute();
}

type Placed = { id: string; position: number };

/** Puts an item at a place, counted from 0; beyond the end is the end. */
export async function putAt({ db }: Ctx, order: readonly Placed[], id: string, place: number): Promise<void> {
  const others = order.map((item) => item.id).filter((other) => other !== id);
  await sql`update checklist_items item set position = wanted.place
    from unnest(${others.toSpliced(place, 0, id)}::uuid[]) with ordinality as wanted(id, place)
    where item.id = wanted.id and item.position <> wanted.place`.execute(db);
}
