import { sql } from "kysely";
import { isExternal } from "#contract/access/actor.ts";
import {
  mayAddParticipant,
  mayBringColleague,
  mayBringColleagues,
  mayRemoveParticipant,
} from "#contract/access/tickets.ts";
import { LIMITS } from "#contract/limits.ts";
import { matchWords } from "#server/lib/db/name-search.ts";
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
    .select(["p.user_id", "u.fullname", "u.user_type", "p.role", "p.added_at"])
    .where("p.ticket_id", "=", id)
    .where("u.deleted_at", "is", null)
    .$if(isExternal(ctx.actor), (query) => query.where("u.user_type", "=", "external"))
    .orderBy("p.added_at")
    .orderBy("p.user_id")
    .execute();
  return { participants: rows.map((row) => ({ ...row, added_at: row.added_at.toISOString() })) };
}

/** Brings somebody onto a ticket. Somebody of another company is to external users as if they did not exist. */
export async function addParticipant(ctx: Ctx, id: string, userId: string) {
  const ticket = await lockTicket(ctx, id);
  refuseBringing(ctx, ticket);
  const person = await ctx.db
    .selectFrom("users")
    .select(["id", "user_type", "company_id"])
    .where("id", "=", userId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!person || !mayBringColleague(ctx.actor, ticket, person)) throw refuse(422, "ticket.participant_unfit");
  await insertParticipant(ctx, ticket, person);
  return listParticipants(ctx, id);
}

/** False for somebody who is on it already. */
async function insertParticipant(
  ctx: Ctx,
  ticket: TicketRecord,
  person: Person,
  role?: "cc" | "watcher",
): Promise<boolean> {
  const added = await ctx.db
    .insertInto("participants")
    .values({
      ticket_id: ticket.id,
      user_id: person.id,
      added_at: ctx.now,
      added_by: ctx.actor.id,
      ...(role && { role }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("user_id")
    .executeTakeFirst();
  if (!added) return false;
  await recordEvent(ctx, {
    ...buildParticipantEvent(ticket, person),
    kind: "ticket.participant_added",
    after: { participant: person.id },
  });
  return true;
}

/**
 * Brings somebody onto a locked or new ticket whom an answer by mail names. Whom the actor may bring, the app's own rule
 * says (rule 641); staff, who read every ticket, watch it. False where nobody was added.
 */
export async function bringOntoTicket(
  ctx: Ctx,
  ticket: TicketRecord,
  person: { id: string; user_type: "internal" | "external"; company_id: string | null },
): Promise<boolean> {
  const isStaff = person.user_type === "internal";
  if (person.id === ticket.client_id || (!isStaff && !mayBringColleague(ctx.actor, ticket, person)))
    return false;
  return insertParticipant(ctx, ticket, person, isStaff ? "watcher" : "cc");
}

/** Lists the people of the ticket's company who are not on it yet, by their names alone. */
export async function listColleagues(ctx: Ctx, id: string, { search }: { search?: string }) {
  const ticket = await findTicket(ctx, id);
  refuseBringing(ctx, ticket);
  let found = ctx.db
    .selectFrom("users as u")
    .select(["u.id as user_id", "u.fullname"])
    .where("u.user_type", "=", "external")
    .where("u.deleted_at", "is", null)
    .where("u.company_id", "=", ticket.company_id)
    .where("u.id", "<>", ctx.actor.id)
    .where(sql<boolean>`u.id is distinct from ${ticket.client_id}`)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("participants as p")
            .select("p.user_id")
            .where("p.ticket_id", "=", id)
            .whereRef("p.user_id", "=", "u.id"),
        ),
      ),
    );
  for (const isFound of matchWords(sql`u.name_key`, search)) found = found.where(isFound);
  const colleagues = await found
    .orderBy("u.name_key")
    .orderBy("u.id")
    .limit(sql.lit(LIMITS.colleaguesShown))
    .execute();
  return { colleagues };
}

function refuseBringing({ actor }: Ctx, ticket: TicketRecord): void {
  if (!mayAddParticipant(actor, ticket) && !mayBringColleagues(actor, ticket))
    throw refuse(403, actor.company_active ? "auth.not_allowed" : "auth.company_inactive");
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
