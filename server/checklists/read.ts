import { sql } from "kysely";
import { maySeeChecklists } from "#contract/access/checklists.ts";
import type { Ctx, Db } from "#server/lib/request-context.ts";
import { refuse } from "#server/lib/refusal.ts";
import { findTicket } from "#server/tickets/read.ts";

/** Reads the checklist of a ticket. Refuses 404 for a ticket that the caller does not see. */
export async function listChecklist(ctx: Ctx, ticketId: string) {
  await findTicket(ctx, ticketId);
  if (!maySeeChecklists(ctx.actor)) throw refuse(403, "auth.not_allowed");
  return { items: await readItems(ctx.db, ticketId) };
}

/** The items in their order, with who ticked them. */
export async function readItems(db: Db, ticketId: string) {
  const rows = await db
    .selectFrom("checklist_items as item")
    .leftJoin("users as u", "u.id", "item.done_by")
    .select(["item.id", "item.text", "item.done_at", "u.fullname as done_by_fullname"])
    .where("item.ticket_id", "=", ticketId)
    .orderBy("item.position")
    .orderBy("item.id")
    .execute();
  return rows.map(({ done_at, ...item }) => ({ ...item, done_at: done_at?.toISOString() ?? null }));
}

/** The texts of the items of many tickets, by the tickets' ids. */
export async function readTexts(db: Db, ticketIds: string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ ticket_id: string; texts: string[] }>`
    select ticket_id, array_agg(text order by position) as texts from checklist_items
    where ticket_id = any(${ticketIds}::uuid[]) group by ticket_id`.execute(db);
  return new Map(rows.map(({ ticket_id, texts }) => [ticket_id, texts]));
}
