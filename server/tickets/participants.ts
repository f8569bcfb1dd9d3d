import { isExternal } from "#contract/access/actor.ts";
import { mayAddParticipant, mayRemoveParticipant } from "#contract/access/tickets.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { recordEvent } from "#server/lib/work/history.ts";
import { refuse } from "#server/lib/refusal.ts";
import { findTicket, lockTicket, type TicketRecord } from "./read.ts";

/** Lists participants; clients see other clients only, since staff participants are internal. */
export async function listParticipants(ctx: Ctx, id: string) {
  await findTicket(ctx, id);
  const rows = await ctx.db
    .selectFrom("participants as p")
    .innerJoin("users as u", "u.id", "p.user_id")
    .select(["p.user_id", "u.fullname", "u.user_type", "p.added_at"])
    .where("p.ticket_id", "=", id)
    .where("u.deleted_at", "is", null)
    .$if(isExternal(ctx.actor), (query) => query.where("u.user_type", "=", "external"))
    .orderBy("p.added_at")
    .orderBy("p.user_id")
    .execute();
  return { participants: rows.map((row) => ({ ...row, added_at: row.added_at.toISOString() })) };
}

export async function addParticipant(ctx: Ctx, id: string, userId: string) {
  const ticket = await lockTicket(ctx, id);
  if (!mayAddParticipant(ctx.actor, ticket)) throw refuse(403, "auth.not_allowed");
  const person = await ctx.db
    .selectFrom("users")
    .select(["id", "user_type"])
    .where("id", "=", userId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!person) throw refuse(422, "ticket.participant_unfit");
  const added = await ctx.db
    .insertInto("participants")
    .values({ ticket_id: id, user_id: userId, added_at: ctx.now, added_by: ctx.actor.id })
    .onConflict((conflict) => conflict.doNothing())
    .returning("user_id")
    .executeTakeFirst();
  if (added)
    await recordEvent(ctx, {
      ...buildParticipantEvent(ticket, person),
      kind: "ticket.participant_added",
      after: { participant: person.id },
    });
  return listParticipants(ctx, id);
}

export async function removeParticipant(ctx: Ctx, id: string, userId: string): Promise<void> {
  const ticket = await lockTicket(ctx, id);
  if (!mayRemoveParticipant(ctx.actor, userId)) throw refuse(403, "auth.not_allowed");
  const person = await ctx.db
    .selectFrom("users")
    .select(["id", "user_type"])
    .where("id", "=", userId)
    .executeTakeFirst();
  const held = await ctx.db
    .selectFrom("participants")
    .select("user_id")
    .where("ticket_id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (!person || !held) return;
  // First: whoever leaves sees the ticket no more, and records nothing of it.
  await recordEvent(ctx, {
    ...buildParticipantEvent(ticket, person),
    kind: "ticket.participant_removed",
    before: { participant: person.id },
  });
  await ctx.db.deleteFrom("participants").where("ticket_id", "=", id).where("user_id", "=", userId).execute();
}

type Person = { id: string; user_type: "internal" | "external" };

/** The common part of the events of adding and removing a participant. */
function buildParticipantEvent(ticket: TicketRecord, { user_type }: Person) {
  const audience: "public" | "internal" = user_type === "external" ? "public" : "internal";
  return { id: ticket.id, audience, companyId: ticket.company_id };
}
