import { randomUUID } from "node:crypto";
import { type QueryCreator, sql } from "kysely";
import type { z } from "zod";
import { DEFAULT_STATUS, isClosed } from "#contract/statuses.ts";
import { isExternal } from "#contract/access/actor.ts";
import { mayCreateTicket, maySetPriority } from "#contract/access/tickets.ts";
import type { NewTicket } from "#contract/tickets/create.ts";
import { jobs } from "#contract/jobs.ts";
import type { Tables } from "#server/db/tables.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { eventsQuery, type HistoryEvent } from "#server/lib/work/history.ts";
import { queuedJob } from "#server/lib/work/enqueue.ts";
import { tell } from "#server/lib/work/inbox.ts";
import { refuse, refuseField } from "#server/lib/refusal.ts";
import { TICKET_PREFIX } from "#server/settings/ticket-prefix.ts";
import { claimDrafts } from "#server/uploads/write.ts";
import { resolvePeople, type People } from "./resolve-people.ts";
import { serializeTicket } from "../serialize-ticket.ts";
import { columnsFor } from "../ticket-columns.ts";
import { visibleTickets } from "../visible-tickets.ts";
import { tokenVector } from "../search-index/ticket-tokens.ts";

type Wanted = z.output<typeof NewTicket>;

/** What a ticket that came by mail has besides. */
export type MailOrigin = {
  mailboxId: string | null;
  /** It goes on from a ticket that is confidential, and says no less. */
  confidential?: boolean;
};

/** Creates a ticket. Clients create for themselves in their own company, open and unassigned (rule 76). */
export async function createTicket(ctx: Ctx, wanted: Wanted, origin?: MailOrigin) {
  refuseCreate(ctx, wanted);
  const people = await resolvePeople(ctx, wanted);
  const follow_up_of_id = await findFollowedTicket(ctx, wanted.follow_up_of_id);
  const row = {
    ...buildTicketRow(ctx, { ...wanted, follow_up_of_id }, people),
    ...describeOrigin(ctx, origin),
  };
  const ticket = await insertTicket(ctx, row, {
    tokens: tokenVector(row.subject, people.client?.name, people.company?.name, row.issue),
    event: eventsQuery(ctx, [buildCreatedEvent(row)]),
    job: ctx.isQuiet ? sql`null` : queuedJob(jobs.announceTicket, { ticket_id: row.id, by: ctx.actor.id }),
  });
  await claimDrafts(ctx, wanted.attachment_ids, { ticketId: row.id, commentId: null });
  if (row.assignee_id !== null && row.assignee_id !== ctx.actor.id)
    await tell(ctx, {
      ticketId: row.id,
      people: [row.assignee_id],
      reason: "assigned",
      event: `${row.id}:1`,
    });
  return {
    ticket: serializeTicket({ ...ticket, ...pickNames(people), created_by_fullname: ctx.actor.fullname }),
  };
}

function refuseCreate(ctx: Ctx, wanted: Wanted): void {
  if (!mayCreateTicket(ctx.actor))
    throw refuse(403, ctx.actor.company_active ? "auth.not_allowed" : "auth.company_inactive");
  if (isExternal(ctx.actor) && wanted.status !== DEFAULT_STATUS)
    throw refuse(403, "ticket.first_status_staff_only");
  if (!maySetPriority(ctx.actor, wanted.priority))
    throw refuseField(403, "priority", "ticket.urgent_switched_off");
}

/** Finds the closed ticket that a new one follows. */
async function findFollowedTicket(ctx: Ctx, id: string | null | undefined): Promise<string | null> {
  if (!id) return null;
  const earlier = await ctx.db
    .selectFrom("tickets as t")
    .select("t.id")
    .where("t.id", "=", id)
    .where("t.deleted_at", "is", null)
    .where((eb) => visibleTickets(ctx.actor)(eb))
    .executeTakeFirst();
  if (!earlier) throw refuse(422, "ticket.follow_up_unknown");
  return earlier.id;
}

type Row = ReturnType<typeof buildTicketRow>;

function buildTicketRow(
  ctx: Ctx,
  { subject, issue, status, priority, follow_up_of_id }: Wanted & { follow_up_of_id: string | null },
  { client, company, assignee, group }: People,
) {
  return {
    id: randomUUID(),
    subject,
    issue,
    status,
    priority,
    client_id: client?.id ?? null,
    company_id: company?.id ?? null,
    assignee_id: assignee?.id ?? null,
    group_id: group?.id ?? null,
    follow_up_of_id,
    created_by: ctx.actor.id,
    created: ctx.now,
    updated: ctx.now,
    ...(isClosed(status) ? { closed: ctx.now, closed_by: ctx.actor.id } : {}),
  };
}

/** Columns that say how a ticket came, where it was not the web. */
function describeOrigin({ via }: Ctx, origin: MailOrigin | undefined) {
  return {
    ...(via === "mail" && { source: "mail" }),
    ...(origin && { mailbox_id: origin.mailboxId }),
    ...(origin?.confidential && { confidential: true }),
  };
}

function buildCreatedEvent(row: Row): HistoryEvent {
  const { id, subject, status, priority, client_id, company_id, assignee_id, group_id } = row;
  return {
    id,
    kind: "ticket.created",
    companyId: company_id,
    after: { subject, status, priority, client_id, company_id, assignee_id, group_id },
  };
}

type Beside = {
  tokens: ReturnType<typeof tokenVector>;
  event: ReturnType<typeof eventsQuery>;
  job: ReturnType<typeof queuedJob>;
};

/** Inserts everything in one statement, since each round trip to the database costs as much as its work. */
async function insertTicket(ctx: Ctx, row: Row, { tokens, event, job }: Beside) {
  return ctx.db
    .with("reserved", (db) => reserveTicketNumbers(db, 1))
    .with("ticket", (db) =>
      db
        .insertInto("tickets")
        .values((eb) => ({
          ...row,
          number: eb.selectFrom("reserved").select("number"),
          uid: eb.selectFrom("reserved").select("uid"),
        }))
        .returning([...columnsFor(ctx.actor)]),
    )
    .with("number", (db) =>
      db
        .insertInto("ticket_numbers")
        .columns(["number", "ticket_id"])
        .expression(db.selectFrom("ticket").select(["number", "id"])),
    )
    .with("tokens", (db) => db.selectNoFrom(tokens.as("words")))
    .with("indexed", (db) =>
      db
        .insertInto("ticket_words")
        .columns(["ticket_id", "public_words", "staff_words"])
        .expression(db.selectFrom(["ticket", "tokens"]).select(["id", "words", "words as staff_words"])),
    )
    .with("read", (db) =>
      db.insertInto("ticket_reads").values({ user_id: ctx.actor.id, ticket_id: row.id, read_at: ctx.now }),
    )
    .with("event", () => event)
    .selectFrom("ticket")
    .selectAll()
    .select(job.as("job"))
    .executeTakeFirstOrThrow();
}

function pickNames({ client, company, assignee, group }: People) {
  return {
    assignee_fullname: assignee?.name ?? null,
    client_fullname: client?.name ?? null,
    company_name: company?.name ?? null,
    group_name: group?.name ?? null,
  };
}

/**
 * Reserves ticket numbers; a reserved one is never given again, used or not (rule 81). The planner does not see how many, and
 * so plans the raising of a ticket once.
 */
export function reserveTicketNumbers(db: QueryCreator<Tables>, count: number) {
  return db
    .selectFrom(
      sql<{
        number: number;
      }>`(select nextval('ticket_numbers_seq') as number from generate_series(1, (select ${count}::int)))`.as(
        "reserved",
      ),
    )
    .select(["number", sql<string>`${TICKET_PREFIX} || number`.as("uid")]);
}
