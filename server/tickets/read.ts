import { sql, type Selectable } from "kysely";
import { hasPermission } from "#contract/access/actor.ts";
import type { Tables } from "#server/db/tables.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { refuse } from "#server/lib/refusal.ts";
import { listTicketFiles } from "#server/uploads/read.ts";
import { visibleTickets } from "./visible-tickets.ts";
import { serializeTicket } from "./serialize-ticket.ts";

/**
 * One ticket with its names, as the wire shows it. Refuses 404 for what is absent, invisible, erased or in somebody's
 * trash.
 */
export async function getTicket(ctx: Ctx, id: string) {
  const row = await visibleQuery(ctx)
    .leftJoin("users as assignee", "assignee.id", "t.assignee_id")
    .leftJoin("users as client", "client.id", "t.client_id")
    .leftJoin("companies as company", "company.id", "t.company_id")
    .leftJoin("groups as team", "team.id", "t.group_id")
    .leftJoin("users as creator", "creator.id", "t.created_by")
    .selectAll("t")
    .select([
      "assignee.fullname as assignee_fullname",
      "client.fullname as client_fullname",
      "company.name as company_name",
      "team.name as group_name",
      "creator.fullname as created_by_fullname",
    ])
    .where("t.id", "=", id)
    .executeTakeFirst();
  if (!row) throw refuse(404, "ticket.not_found");
  return serializeTicket(row);
}

/** Reads the data of a ticket's page beyond the ticket itself. */
export async function getTicketDetail(ctx: Ctx, id: string) {
  const ticket = await getTicket(ctx, id);
  const following = await ctx.db
    .selectFrom("participants")
    .select("user_id")
    .where("ticket_id", "=", id)
    .where("user_id", "=", ctx.actor.id)
    .executeTakeFirst();
  return {
    ...ticket,
    attachments: await listTicketFiles(ctx.db, id),
    following: following !== undefined,
    follow_up_of: ticket.follow_up_of_id ? await findLink(ctx, ticket.follow_up_of_id) : null,
  };
}

/** Finds a link to another ticket, or null where the caller may not see that one. */
async function findLink(ctx: Ctx, id: string) {
  const row = await visibleQuery(ctx)
    .select(["t.id", "t.uid", "t.subject"])
    .where("t.id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

export type TicketRecord = Selectable<Tables["tickets"]> & { deleted: boolean };

/** Finds the row itself, without names or lock. Refuses 404 as `getTicket` does. */
export async function findTicket(ctx: Ctx, id: string): Promise<TicketRecord> {
  return refuseMissing(await visibleQuery(ctx).selectAll("t").where("t.id", "=", id).executeTakeFirst());
}

/** Finds the row itself, locked until the transaction ends. Refuses 404 as `getTicket` does. */
export async function lockTicket(ctx: Ctx, id: string): Promise<TicketRecord> {
  return refuseMissing(
    await visibleQuery(ctx).selectAll("t").where("t.id", "=", id).forUpdate("t").executeTakeFirst(),
  );
}

/**
 * Finds and locks the visible ones of many tickets, in the order of their ids, so that two bulk changes never deadlock.
 */
export async function lockTickets(ctx: Ctx, ids: string[]): Promise<TicketRecord[]> {
  const rows = await visibleQuery(ctx)
    .selectAll("t")
    .where("t.id", "=", sql<string>`any(${ids}::uuid[])`)
    .orderBy("t.id")
    .forUpdate("t")
    .execute();
  return rows.map(refuseMissing);
}

function visibleQuery(ctx: Ctx) {
  return ctx.db
    .selectFrom("tickets as t")
    .where("t.erased_at", "is", null)
    .where((eb) => visibleTickets(ctx.actor)(eb))
    .$if(!hasPermission(ctx.actor, "tickets.restore"), (query) => query.where("t.deleted_at", "is", null));
}

function refuseMissing(row: Selectable<Tables["tickets"]> | undefined): TicketRecord {
  if (!row) throw refuse(404, "ticket.not_found");
  return { ...row, deleted: row.deleted_at !== null };
}
