import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import type { Ctx } from "#server/lib/request-context.ts";
import { recordEvents } from "#server/lib/work/history.ts";
import type { ActionEvent } from "#server/lib/work/own-action.ts";
import type { TicketRecord } from "#server/tickets/read.ts";
import { ofTicket } from "./write.ts";

type Added = { ticket: TicketRecord; texts: readonly string[] };

/** Adds items at the ends of the checklists of locked tickets, in two statements for all; whoever calls asks how many fit. */
export async function addItems(ctx: Ctx, added: readonly Added[], groupId: string): Promise<void> {
  const items = added.flatMap(({ ticket, texts }) =>
    texts.map((text, place) => ({ id: randomUUID(), ticket, text, place })),
  );
  if (items.length === 0) return;
  const rows = items.map(({ ticket, ...item }) => ({ ...item, ticket_id: ticket.id }));
  await sql`
    insert into checklist_items (id, ticket_id, text, position, created_by, created_at)
    select added.id, added.ticket_id, added.text,
      added.place + coalesce((select max(position) + 1 from checklist_items held where held.ticket_id = added.ticket_id), 0),
      ${ctx.actor.id}, ${ctx.now}
    from json_to_recordset(${JSON.stringify(rows)}::json) as added(id uuid, ticket_id uuid, text text, place int)`.execute(
    ctx.db,
  );
  await recordEvents(
    ctx,
    items.map(({ id, ticket, text }) => ({
      ...ofTicket(ticket),
      kind: "checklist.added",
      groupId,
      after: { name: text, item_id: id },
    })),
  );
}

const AddedItem = z.object({ name: z.string(), item_id: z.string() });

/**
 * Takes added items off locked tickets, but for those that somebody ticked or rewrote since. Answers the ids of tickets that
 * changed, and of those that keep something.
 */
export async function undoAdded(
  ctx: Ctx,
  tickets: ReadonlyMap<string, TicketRecord>,
  events: readonly ActionEvent[],
): Promise<{ changed: string[]; kept: string[] }> {
  if (events.length === 0) return { changed: [], kept: [] };
  const items = events.map(({ entity_id, after }) => ({ ticket_id: entity_id, ...AddedItem.parse(after) }));
  const { rows } = await sql<{ id: string }>`
    delete from checklist_items item
    using json_to_recordset(${JSON.stringify(items)}::json) as added(item_id uuid, ticket_id uuid, name text)
    where item.id = added.item_id and item.ticket_id = added.ticket_id and item.ticket_id = any(${[...tickets.keys()]}::uuid[])
      and item.text = added.name and item.done_at is null
    returning item.id`.execute(ctx.db);
  const gone = new Set(rows.map(({ id }) => id));
  const deleted = items.flatMap((item) => {
    const ticket = gone.has(item.item_id) ? tickets.get(item.ticket_id) : undefined;
    return ticket ? [{ ...item, ticket }] : [];
  });
  await recordEvents(
    ctx,
    deleted.map(({ ticket, name, item_id }) => ({
      ...ofTicket(ticket),
      kind: "checklist.deleted",
      before: { name, item_id },
    })),
  );
  return {
    changed: deleted.map(({ ticket_id }) => ticket_id),
    kept: items.filter(({ item_id }) => !gone.has(item_id)).map(({ ticket_id }) => ticket_id),
  };
}
