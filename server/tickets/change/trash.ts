import { mayDeleteTicket, mayRestoreTicket } from "#contract/access/tickets.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { recordEvent } from "#server/lib/work/history.ts";
import { refuse } from "#server/lib/refusal.ts";
import { getTicket, lockTicket, type TicketRecord } from "../read.ts";

/** Moves a ticket to the trash, from which an administrator restores it (rules 90 and 91). */
export async function deleteTicket(ctx: Ctx, id: string): Promise<void> {
  const ticket = await lockTicket(ctx, id);
  if (!mayDeleteTicket(ctx.actor)) throw refuse(403, "auth.not_allowed");
  if (ticket.deleted) return;
  await moveTicket(ctx, ticket, { deleted_at: ctx.now, deleted_by: ctx.actor.id }, "ticket.deleted");
}

/** Restores a ticket from the trash; any other stays as it is. Refuses 410 for one that has been there for too long. */
export async function restoreTicket(ctx: Ctx, id: string) {
  if (mayRestoreTicket(ctx.actor)) await refuseErased(ctx, id);
  const ticket = await lockTicket(ctx, id);
  if (!mayRestoreTicket(ctx.actor)) throw refuse(403, "auth.not_allowed");
  if (ticket.deleted)
    await moveTicket(ctx, ticket, { deleted_at: null, deleted_by: null }, "ticket.restored");
  return { ticket: await getTicket(ctx, id) };
}

async function moveTicket(
  ctx: Ctx,
  ticket: TicketRecord,
  place: { deleted_at: Date | null; deleted_by: string | null },
  kind: "ticket.deleted" | "ticket.restored",
): Promise<void> {
  const version = ticket.version + 1;
  await ctx.db
    .updateTable("tickets")
    .set({ ...place, version, updated: ctx.now })
    .where("id", "=", ticket.id)
    .execute();
  await recordEvent(ctx, {
    id: ticket.id,
    kind,
    companyId: ticket.company_id,
    after: { version },
  });
}

/** Refuses 410 for an erased ticket. Locks the row, so that it is not erased meanwhile. */
async function refuseErased(ctx: Ctx, id: string): Promise<void> {
  const ticket = await ctx.db
    .selectFrom("tickets")
    .select("erased_at")
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (ticket?.erased_at) throw refuse(410, "ticket.erased");
}
