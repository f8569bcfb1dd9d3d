import { sql } from "kysely";
import { anyOf } from "#server/lib/any-of.ts";
import type { Ctx, Db } from "#server/lib/request-context.ts";
import { type HistoryEvent, recordEvents } from "#server/lib/work/history.ts";
import type { TicketRecord } from "../read.ts";

/** Somebody on a ticket: its requester, or one of its participants. */
export type Follower = {
  ticket_id: string;
  user_id: string;
  fullname: string;
  user_type: "internal" | "external";
};

/** Reads who is on these tickets: their requesters first, then participants as they came; nobody who was deleted. */
export async function readFollowers(db: Db, ticketIds: readonly string[]): Promise<Follower[]> {
  const { rows } = await sql<Follower>`
    select involved.ticket_id, u.id as user_id, u.fullname, u.user_type
    from (
      select id as ticket_id, client_id as user_id, 0 as place, created as at from tickets where id = any(${[...ticketIds]}::uuid[])
      union all
      select ticket_id, user_id, 1, added_at from participants where ticket_id = any(${[...ticketIds]}::uuid[])
    ) as involved join users u on u.id = involved.user_id and u.deleted_at is null
    order by involved.place, involved.at, u.id`.execute(db);
  return rows;
}

type Person = Pick<Follower, "user_id" | "user_type">;

/** Brings people onto a locked ticket who came with a merge. Nobody is mailed about it. */
export async function addFollowers(
  ctx: Ctx,
  ticket: TicketRecord,
  people: readonly Person[],
  groupId: string,
): Promise<void> {
  if (people.length === 0) return;
  await ctx.db
    .insertInto("participants")
    .values(
      people.map(({ user_id, user_type }) => ({
        ticket_id: ticket.id,
        user_id,
        role: user_type === "internal" ? ("watcher" as const) : ("cc" as const),
        added_at: ctx.now,
        added_by: ctx.actor.id,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await recordPeople(ctx, ticket, people, { kind: "ticket.participant_added", groupId });
}

/** Takes them off again, but for those who were taken off, or brought on anew, since. */
export async function removeFollowers(
  ctx: Ctx,
  ticket: TicketRecord,
  { people, addedAt, groupId }: { people: readonly string[]; addedAt: Date; groupId: string },
): Promise<void> {
  if (people.length === 0) return;
  const leaving = await ctx.db
    .selectFrom("participants as p")
    .innerJoin("users as u", "u.id", "p.user_id")
    .select(["p.user_id", "u.user_type"])
    .where("p.ticket_id", "=", ticket.id)
    .where("p.user_id", "=", anyOf(people))
    .where("p.added_at", "=", addedAt)
    .execute();
  if (leaving.length === 0) return;
  await recordPeople(ctx, ticket, leaving, { kind: "ticket.participant_removed", groupId });
  await ctx.db
    .deleteFrom("participants")
    .where("ticket_id", "=", ticket.id)
    .where("user_id", "=", anyOf(leaving.map(({ user_id }) => user_id)))
    .execute();
}

async function recordPeople(
  ctx: Ctx,
  ticket: TicketRecord,
  people: readonly Person[],
  { kind, groupId }: { kind: "ticket.participant_added" | "ticket.participant_removed"; groupId: string },
): Promise<void> {
  await recordEvents(
    ctx,
    people.map(({ user_id, user_type }): HistoryEvent => {
      const audience = user_type === "external" ? "public" : "internal";
      const of = { id: ticket.id, audience, companyId: ticket.company_id, groupId } as const;
      const said = { participant: user_id };
      return kind === "ticket.participant_added"
        ? { ...of, kind, after: said }
        : { ...of, kind, before: said };
    }),
  );
}
