import type { z } from "zod";
import { isExternal } from "#contract/access/actor.ts";
import { mayCreateTicket } from "#contract/access/tickets.ts";
import type { NewTicket } from "#contract/tickets/create.ts";
import { WORDS } from "#contract/words.ts";
import type { Ctx } from "../lib/context.ts";
import { note } from "../lib/history.ts";
import { later } from "../lib/jobs.ts";
import { refuse } from "../lib/refusal.ts";
import { claimDrafts } from "../uploads/write.ts";
import { drawNumbers } from "./numbers.ts";
import { settlePeople, type People } from "./people.ts";
import { getTicket } from "./read.ts";
import { putRead } from "./reads.ts";
import { visibleTickets } from "./scope.ts";
import { renewWords } from "./words.ts";

/** Raises a ticket. Clients raise for themselves in their own company, open and unassigned (decision list 76). */
export async function createTicket(ctx: Ctx, wanted: z.output<typeof NewTicket>) {
  if (!mayCreateTicket(ctx.actor))
    throw refuse(403, ctx.actor.company_active ? WORDS.notAllowed : WORDS.companyInactive);
  if (isExternal(ctx.actor) && wanted.status !== "open")
    throw refuse(403, "Only staff can choose the status of a new ticket");
  const people = await settlePeople(ctx, wanted);
  const follow_up_of_id = await findEarlier(ctx, wanted.follow_up_of_id);
  const { id } = await insertTicket(ctx, { ...wanted, ...people, follow_up_of_id });
  await claimDrafts(ctx, wanted.attachment_ids, { ticketId: id, commentId: null });
  await putRead(ctx, id);
  await note(ctx, {
    entity: "ticket",
    id,
    kind: "ticket.created",
    audience: "public",
    companyId: people.company_id,
    after: { subject: wanted.subject, status: wanted.status, priority: wanted.priority, ...people },
  });
  await later(ctx, "tickets.announce", { ticket_id: id, by: ctx.actor.id });
  return { ticket: await getTicket(ctx, id) };
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

async function insertTicket(ctx: Ctx, row: NewRow) {
  const [drawn] = await drawNumbers(ctx.db, 1);
  if (!drawn) throw new Error("a number was asked for and none came");
  const closed = row.status === "closed" ? { closed: ctx.now, closed_by: ctx.actor.id } : {};
  const { id } = await ctx.db
    .with("raised", (db) =>
      db
        .insertInto("tickets")
        .values({
          ...drawn,
          subject: row.subject,
          issue: row.issue,
          status: row.status,
          priority: row.priority,
          assignee_id: row.assignee_id,
          client_id: row.client_id,
          company_id: row.company_id,
          group_id: row.group_id,
          created_by: ctx.actor.id,
          follow_up_of_id: row.follow_up_of_id,
          created: ctx.now,
          updated: ctx.now,
          ...closed,
        })
        .returning(["number", "id"]),
    )
    .insertInto("ticket_numbers")
    .columns(["number", "ticket_id"])
    .expression((eb) => eb.selectFrom("raised").select(["number", "id"]))
    .returning("ticket_id as id")
    .executeTakeFirstOrThrow();
  await renewWords(ctx.db, id);
  return { id };
}
