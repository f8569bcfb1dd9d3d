import { sql } from "kysely";
import { LIMITS } from "#contract/limits.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { findTicket } from "#server/tickets/read.ts";
import { visibleTickets } from "#server/tickets/visible-tickets.ts";
import { listOwnDrafts } from "#server/uploads/read.ts";

/** Lists the caller's drafts on the tickets that they see, the latest first. */
export async function listDrafts(ctx: Ctx) {
  const rows = await ctx.db
    .selectFrom("drafts as d")
    .innerJoin("tickets as t", "t.id", "d.ticket_id")
    .select(["d.ticket_id", "t.uid", "t.subject", "d.is_internal", "d.updated_at"])
    .where("d.user_id", "=", ctx.actor.id)
    .where("t.deleted_at", "is", null)
    .where((eb) => visibleTickets(ctx.actor)(eb))
    .orderBy("d.updated_at", "desc")
    .orderBy("d.ticket_id")
    .limit(sql.lit(LIMITS.drafts))
    .execute();
  return { drafts: rows.map((row) => ({ ...row, updated_at: row.updated_at.toISOString() })) };
}

/** Reads the caller's draft on a ticket. Refuses 404 for a ticket that they do not see. */
export async function getDraft(ctx: Ctx, ticketId: string) {
  await findTicket(ctx, ticketId);
  return { draft: await readDraft(ctx, ticketId) };
}

/** The caller's draft as the wire shows it; its files are those that are still theirs to send. */
export async function readDraft(ctx: Pick<Ctx, "db" | "actor">, ticketId: string) {
  const row = await ctx.db
    .selectFrom("drafts")
    .select(["ticket_id", "text", "is_internal", "mentions", "attachment_ids", "version", "updated_at"])
    .where("user_id", "=", ctx.actor.id)
    .where("ticket_id", "=", ticketId)
    .executeTakeFirst();
  if (!row) return null;
  const { attachment_ids, updated_at, ...draft } = row;
  return {
    ...draft,
    attachments: await listOwnDrafts(ctx.db, ctx.actor.id, attachment_ids),
    updated_at: updated_at.toISOString(),
  };
}
