import { sql } from "kysely";
import { anyOf } from "#server/lib/any-of.ts";
import type { Db, SignedIn } from "#server/lib/request-context.ts";
import type { LiveEvent } from "./events.ts";

/** Those from outside to whom `visibleTickets` may show a ticket: the database has to be asked for nobody else. */
type Reach = { companyId: string | null; people: ReadonlySet<string | null> };

/** By the ids of tickets. */
type Reaches = ReadonlyMap<string, Reach>;

/** Reads them once for all who listen, who are hundreds where clients leave their windows open. */
async function readReaches(db: Db, events: readonly LiveEvent[]): Promise<Reaches> {
  const rows = await db
    .selectFrom("tickets as t")
    .select(["t.id", "t.company_id", "t.client_id"])
    .select(sql<string[]>`array(select user_id from participants where ticket_id = t.id)`.as("following"))
    .where("t.id", "=", anyOf([...new Set(events.flatMap(ticketsOf))]))
    .execute();
  return new Map(
    rows.map(({ id, company_id, client_id, following }) => [
      id,
      { companyId: company_id, people: new Set([client_id, ...following]) },
    ]),
  );
}

const ticketsOf = ({ ticket_id }: LiveEvent) => (ticket_id === null ? [] : [ticket_id]);

/**
 * Opens a batch of events: the function lists the tickets of some of them that an external person may be among those to see.
 * Nothing is read as long as nobody hears of a ticket.
 */
export function openReaches(db: Db, batch: readonly LiveEvent[]) {
  let reading: Promise<Reaches> | null = null;
  return async ({ id, company_id }: SignedIn, events: readonly LiveEvent[]): Promise<string[]> => {
    const ids = events.flatMap(ticketsOf);
    if (ids.length === 0) return [];
    const reaches = await (reading ??= readReaches(db, batch));
    const isWithin = (reach: Reach | undefined) =>
      reach !== undefined &&
      (reach.people.has(id) || (company_id !== null && reach.companyId === company_id));
    return ids.filter((ticketId) => isWithin(reaches.get(ticketId)));
  };
}
