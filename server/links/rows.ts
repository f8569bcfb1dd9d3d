import { anyOf } from "#server/lib/any-of.ts";
import type { LinkKind } from "#contract/links/link-kinds.ts";
import type { Ctx, Db } from "#server/lib/request-context.ts";
import { recordEvents } from "#server/lib/work/history.ts";
import type { TicketRecord } from "#server/tickets/read.ts";

/** A link as its row has it, and as the history keeps it for an undo. */
export type LinkRow = { id: string; from_ticket_id: string; to_ticket_id: string; kind: LinkKind };

const COLUMNS = ["id", "from_ticket_id", "to_ticket_id", "kind"] as const;

/** Which of two tickets comes first: the duplicate, the one that belongs to an incident, and of two related ones that of the smaller id, so that there is one row. */
export function orderPair(ticketId: string, otherId: string, kind: LinkKind) {
  const isFirst = kind !== "related" || ticketId < otherId;
  return isFirst
    ? { from_ticket_id: ticketId, to_ticket_id: otherId }
    : { from_ticket_id: otherId, to_ticket_id: ticketId };
}

export async function readLink(db: Db, id: string): Promise<LinkRow | undefined> {
  return db.selectFrom("ticket_links").select(COLUMNS).where("id", "=", id).executeTakeFirst();
}

/** Reads by which links tickets belong to incidents themselves, also to those in the trash. */
export async function readChildLinks(db: Db, ids: readonly string[]): Promise<LinkRow[]> {
  return db
    .selectFrom("ticket_links")
    .select(COLUMNS)
    .where("from_ticket_id", "=", anyOf(ids))
    .where("kind", "=", "child")
    .execute();
}

export async function findLink(db: Db, wanted: Omit<LinkRow, "id">): Promise<LinkRow | undefined> {
  return db
    .selectFrom("ticket_links")
    .select(COLUMNS)
    .where("from_ticket_id", "=", wanted.from_ticket_id)
    .where("to_ticket_id", "=", wanted.to_ticket_id)
    .where("kind", "=", wanted.kind)
    .executeTakeFirst();
}

/** Writes a link of two locked tickets; false where there is such a one. */
export async function insertLink({ db, actor, now }: Ctx, link: LinkRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("ticket_links")
    .values({ ...link, created_by: actor.id, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** False where it is gone already. */
export async function deleteLink(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("ticket_links")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

type Deed = {
  kind: "ticket.linked" | "ticket.unlinked";
  link: LinkRow;
  /** Those of its tickets that are there. */
  tickets: readonly TicketRecord[];
  groupId: string;
};

/**
 * Records on both tickets what was done to their link, so that the page of each renews itself. Neither's version nor time of
 * change moves: nobody waits for a link, and clients would see that something happened.
 */
export async function recordLink(ctx: Ctx, { kind, link, tickets, groupId }: Deed): Promise<void> {
  const numbers = new Map(tickets.map(({ id, uid }) => [id, uid]));
  await recordEvents(
    ctx,
    tickets.map(({ id, company_id }) => {
      const other = id === link.from_ticket_id ? link.to_ticket_id : link.from_ticket_id;
      const said = { link: numbers.get(other) ?? null };
      return {
        id,
        kind,
        companyId: company_id,
        groupId,
        ...(kind === "ticket.linked"
          ? { after: { ...said, row: link } }
          : { before: { ...said, row: link } }),
      };
    }),
  );
}
