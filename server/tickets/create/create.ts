import { randomUUID } from "node:crypto";
import { type InferResult, sql } from "kysely";
import type { z } from "zod";
import { isExternal } from "#contract/access/actor.ts";
import { mayCreateTicket } from "#contract/access/tickets.ts";
import type { NewTicket } from "#contract/tickets/create.ts";
import { MESSAGES } from "#contract/messages.ts";
import { jobs } from "#contract/jobs.ts";
import type { Ctx } from "#server/lib/context.ts";
import { insertEvents } from "#server/lib/work/history.ts";
import { sending } from "#server/lib/work/jobs.ts";
import { refuse } from "#server/lib/refusal.ts";
import { claimDrafts } from "#server/uploads/write.ts";
import { drawing } from "./numbers.ts";
import { resolvePeople, type People } from "./requester.ts";
import { named, onWire } from "../read.ts";
import { visibleTickets } from "../scope.ts";
import { insertTokensQuery } from "../search-index/ticket-tokens.ts";

/** Raises a ticket. Clients raise for themselves in their own company, open and unassigned (rule 76). */
export async function createTicket(ctx: Ctx, wanted: z.output<typeof NewTicket>) {
  if (!mayCreateTicket(ctx.actor))
    throw refuse(403, ctx.actor.company_active ? MESSAGES.notAllowed : MESSAGES.companyInactive);
  if (isExternal(ctx.actor) && wanted.status !== "open")
    throw refuse(403, "Only staff can choose the status of a new ticket");
  const people = await resolvePeople(ctx, wanted);
  const follow_up_of_id = await findEarlier(ctx, wanted.follow_up_of_id);
  const { subject, issue, status, priority } = wanted;
  const ticket = await insertTicket(ctx, { subject, issue, status, priority, ...people, follow_up_of_id });
  await claimDrafts(ctx, wanted.attachment_ids, { ticketId: ticket.id, commentId: null });
  return { ticket };
}

/** The closed ticket that a new one goes on from. */
async function findEarlier(ctx: Ctx, id: string | null | undefined): Promise<string | null> {
  if (!id) return null;
  const earlier = await ctx.db
    .selectFrom("tickets as t")
    .select("t.id")
    .where("t.id", "=", id)
    .where("t.deleted_at", "is", null)
    .where((eb) => visibleTickets(ctx.actor)(eb))
    .executeTakeFirst();
  if (!earlier) throw refuse(422, "The ticket that this one follows does not exist");
  return earlier.id;
}

type NewRow = People &
  Pick<z.output<typeof NewTicket>, "subject" | "issue" | "status" | "priority"> & {
    follow_up_of_id: string | null;
  };

/**
 * The ticket with its number, its words, its mark as read, the fact of it and the news, answered with its names: one statement,
 * since on the way to the database each would cost as much as its work.
 */
async function insertTicket(ctx: Ctx, row: NewRow) {
  const { subject, status, priority, client_id, company_id, assignee_id, group_id } = row;
  const id = randomUUID();
  const words = insertTokensQuery(subject, ...(await requesterNames(ctx, row)), row.issue);
  const fact = insertEvents(ctx, [
    {
      id,
      kind: "ticket.created",
      companyId: company_id,
      after: { subject, status, priority, client_id, company_id, assignee_id, group_id },
    },
  ]);
  const job = await sending(ctx, jobs.announceTicket, { ticket_id: id, by: ctx.actor.id });
  const { rows } = await sql<InferResult<ReturnType<typeof named>>[number]>`
    with drawn as (${drawing(1)}), raised as (${raising(ctx, id, row)}),
      numbered as (insert into ticket_numbers (number, ticket_id) select number, id from raised),
      worded as (${words}), noted as (${fact}), put_off as (${job}),
      seen as (insert into ticket_reads (user_id, ticket_id, read_at) select ${ctx.actor.id}, id, ${ctx.now} from raised)
    ${named(ctx, id, "raised")}`.execute(ctx.db);
  return onWire(rows[0]);
}

async function requesterNames(ctx: Ctx, { client_id, company_id }: People) {
  if (client_id === null && company_id === null) return [];
  const { rows } = await sql<{ client: string | null; company: string | null }>`
    select (select fullname from users where id = ${client_id}) as client,
      (select name from companies where id = ${company_id}) as company`.execute(ctx.db);
  return rows.flatMap(({ client, company }) => [client, company]);
}

function raising(ctx: Ctx, id: string, row: NewRow) {
  const closed = row.status === "closed" ? { closed: ctx.now, closed_by: ctx.actor.id } : {};
  return ctx.db
    .insertInto("tickets")
    .values({
      ...row,
      ...closed,
      id,
      number: sql<number>`(select number from drawn)`,
      uid: sql<string>`(select uid from drawn)`,
      created_by: ctx.actor.id,
      created: ctx.now,
      updated: ctx.now,
    })
    .returningAll();
}
