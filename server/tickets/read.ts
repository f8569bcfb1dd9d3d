import { sql, type Selectable } from "kysely";
import { anyOf } from "#server/lib/any-of.ts";
import { jsonArrayFrom, jsonObjectFrom } from "kysely/helpers/postgres";
import { hasPermission } from "#contract/access/actor.ts";
import { maySeeTags } from "#contract/access/tags.ts";
import { mayFollowUp } from "#contract/access/tickets.ts";
import type { Tables } from "#server/db/tables.ts";
import { type Asked, buildOnce } from "#server/lib/db/build-once.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { refuse } from "#server/lib/refusal.ts";
import { selectFiles, serializeAttachment } from "#server/uploads/read.ts";
import { visibleTickets } from "./visible-tickets.ts";
import { checklistOf } from "./checklist-of.ts";
import { hasDraft } from "./draft-of.ts";
import { openReportersOf, parentOfOne } from "./incident-of.ts";
import { tagsOf } from "./tags-of.ts";
import { columnsOfT, type FollowUpColumn } from "./ticket-columns.ts";
import { serializeFollowUp, serializeTicket } from "./serialize-ticket.ts";

/**
 * One ticket with its names, as the wire shows it. Refuses 404 for what is absent, invisible, erased or in somebody's
 * trash.
 */
export async function getTicket(ctx: Ctx, id: string) {
  return serializeTicket(
    await selectWithNames(ctx, id).executeTakeFirstOrThrow(() => refuse(404, "ticket.not_found")),
  );
}

/** Reads all that a ticket's page shows beside the conversation, in one statement. Refuses 404 as `getTicket` does. */
export async function getTicketDetail(ctx: Ctx, id: string) {
  const { serviceLevels } = ctx.app;
  const [row] = await selectDetail(ctx, id);
  if (!row) throw refuse(404, "ticket.not_found");
  const { attachments, following, follow_up_of, ties, clock_facts, ...ticket } = row;
  const merged_into = await findRoot(ctx, ticket);
  const sla = await serviceLevels.describe(ctx, clock_facts ?? null);
  return {
    ...serializeTicket(ticket),
    ...(sla !== undefined && { sla }),
    ...(mayFollowUp(ctx.actor) && serializeFollowUp(ticket)),
    attachments: attachments.map((file) =>
      serializeAttachment({ ...file, created_at: new Date(file.created_at) }),
    ),
    following: Boolean(following),
    follow_up_of,
    merged_into,
    merged_from: (ties?.merged_from ?? []).map(withTime),
    split_from: ties?.split_from ? withTime(ties.split_from) : null,
    split_into: (ties?.split_into ?? []).map(withTime),
  };
}

const selectDetail = buildOnce((asked, id: string) => {
  const { actor, app, db } = asked;
  return selectWithNames(asked, id)
    .select(sql<Ties | null>`ticket_ties(ticket.id)`.as("ties"))
    .select((eb) => [
      eb
        .exists(
          eb
            .selectFrom("participants as p")
            .whereRef("p.ticket_id", "=", "ticket.id")
            .where("p.user_id", "=", actor.id),
        )
        .as("following"),
      jsonArrayFrom(
        selectFiles(db).whereRef("a.ticket_id", "=", eb.ref("ticket.id")).where("a.comment_id", "is", null),
      ).as("attachments"),
      // Null where the caller may not see the other ticket.
      jsonObjectFrom(
        visibleQuery(asked)
          .select(["t.id", "t.uid", "t.subject"])
          .where("t.id", "=", eb.ref("ticket.follow_up_of_id")),
      ).as("follow_up_of"),
    ])
    .$if(maySeeTags(actor), (query) => query.select(tagsOf("ticket").as("tags")))
    .$if(mayFollowUp(actor), (query) =>
      query
        .leftJoin("users as follower", "follower.id", "ticket.follow_up_by")
        .select(["follower.fullname as follow_up_by_fullname", checklistOf("ticket").as("checklist")])
        .select([parentOfOne("ticket").as("parent"), openReportersOf("ticket").as("open_reporters")])
        .select(hasDraft(asked, "ticket").as("has_draft")),
    )
    .$if(app.serviceLevels.isOn(), (query) =>
      query.select(app.serviceLevels.factsOf(asked, "ticket").as("clock_facts")),
    );
});

/** What migration 0066 says of a ticket's merges and splits to whoever asks. */
type Ties = {
  merged_from: { uid: string; at: string }[];
  split_from: { id: string; uid: string; at: string } | null;
  split_into: { id: string; uid: string; at: string; comments: number }[];
};

function withTime<Tie extends { at: string }>(tie: Tie): Tie {
  return { ...tie, at: new Date(tie.at).toISOString() };
}

function selectWithNames(asked: Asked, id: string) {
  return asked.db
    .with("ticket", () => visibleQuery(asked).select(columnsOfT(asked.actor)).where("t.id", "=", id))
    .selectFrom("ticket")
    .leftJoin("users as assignee", "assignee.id", "ticket.assignee_id")
    .leftJoin("users as client", "client.id", "ticket.client_id")
    .leftJoin("companies as company", "company.id", "ticket.company_id")
    .leftJoin("groups as team", "team.id", "ticket.group_id")
    .leftJoin("users as creator", "creator.id", "ticket.created_by")
    .selectAll("ticket")
    .select([
      "assignee.fullname as assignee_fullname",
      "client.fullname as client_fullname",
      "company.name as company_name",
      "team.name as group_name",
      "creator.fullname as created_by_fullname",
    ]);
}

type Columns = Selectable<Tables["tickets"]>;
/** A ticket's row. What is known of its follow-up is there for the staff alone. */
export type TicketRecord = Omit<Columns, FollowUpColumn> &
  Partial<Pick<Columns, FollowUpColumn>> & { deleted: boolean };

/** Finds the row itself, without names or lock; a merged one as it was. Refuses 404 as `getTicket` does. */
export async function findTicket(ctx: Ctx, id: string): Promise<TicketRecord> {
  const [row] = await selectTicket(ctx, id);
  const ticket = toRecord(row);
  await findRoot(ctx, ticket);
  return ticket;
}

const selectTicket = buildOnce((asked, id: string) =>
  visibleQuery(asked).select(columnsOfT(asked.actor)).where("t.id", "=", id),
);

/** Finds the visible ones of many tickets, in the order of their ids. Those that were merged are gone. */
export async function findTickets(ctx: Ctx, ids: readonly string[]): Promise<TicketRecord[]> {
  const rows = await visibleQuery(ctx)
    .select(columnsOfT(ctx.actor))
    .where("t.id", "=", anyOf(ids))
    .where("t.merged_into_id", "is", null)
    .orderBy("t.id")
    .execute();
  return rows.map(toRecord);
}

/** Refuses 409 to change what was merged, and names the ticket that it is part of now. */
export async function refuseMerged(ctx: Ctx, ticket: TicketRecord): Promise<void> {
  const root = await findRoot(ctx, ticket);
  if (root)
    throw refuse(409, "ticket.merged", {
      params: { uid: ticket.uid, into: root.uid },
      extensions: { merged_into_id: root.id },
    });
}

/**
 * Finds the ticket that a merged one is part of now, null for any other. Refuses 404 whoever does not see that: they see
 * neither.
 */
export async function findRoot(
  ctx: Ctx,
  { merged_into_id }: { merged_into_id: string | null },
): Promise<{ id: string; uid: string } | null> {
  if (merged_into_id === null) return null;
  const next = await visibleQuery(ctx)
    .select(["t.id", "t.uid", "t.merged_into_id"])
    .where("t.id", "=", merged_into_id)
    .executeTakeFirst();
  if (!next) throw refuse(404, "ticket.not_found");
  return (await findRoot(ctx, next)) ?? { id: next.id, uid: next.uid };
}

/**
 * Finds the row itself, locked until the transaction ends. Refuses 404 as `getTicket` does, 409 for one that was merged into
 * another.
 */
export async function lockTicket(ctx: Ctx, id: string): Promise<TicketRecord> {
  const ticket = toRecord(
    await visibleQuery(ctx)
      .select(columnsOfT(ctx.actor))
      .where("t.id", "=", id)
      .forUpdate("t")
      .executeTakeFirst(),
  );
  await refuseMerged(ctx, ticket);
  return ticket;
}

/**
 * Finds and locks the visible ones of many tickets, in the order of their ids, so that two bulk changes never deadlock.
 * Those that were merged are gone.
 */
export async function lockTickets(ctx: Ctx, ids: string[]): Promise<TicketRecord[]> {
  return (await lockTicketsAndMerged(ctx, ids)).filter(({ merged_into_id }) => merged_into_id === null);
}

/** The same with those that were merged. */
export async function lockTicketsAndMerged(ctx: Ctx, ids: string[]): Promise<TicketRecord[]> {
  const rows = await visibleQuery(ctx)
    .select(columnsOfT(ctx.actor))
    .where("t.id", "=", anyOf(ids))
    .orderBy("t.id")
    .forUpdate("t")
    .execute();
  return rows.map(toRecord);
}

export function visibleQuery({ actor, db }: Pick<Asked, "actor" | "db">) {
  return db
    .selectFrom("tickets as t")
    .where("t.erased_at", "is", null)
    .where((eb) => visibleTickets(actor)(eb))
    .$if(!hasPermission(actor, "tickets.restore"), (query) =>
      query.where((eb) => eb.or([eb("t.deleted_at", "is", null), eb("t.merged_into_id", "is not", null)])),
    );
}

/** A row as it is worked with. Refuses 404 where there is none. */
export function toRecord<Row extends Omit<TicketRecord, "deleted">>(
  row: Row | undefined,
): Row & TicketRecord {
  if (!row) throw refuse(404, "ticket.not_found");
  return { ...row, deleted: row.deleted_at !== null };
}
