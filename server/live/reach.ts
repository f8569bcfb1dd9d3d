import { anyOf } from "#server/lib/any-of.ts";
import type { Db, SignedIn } from "#server/lib/request-context.ts";
import type { LiveEvent } from "./events.ts";

/** Those from outside to whom `visibleTickets` may show a ticket: the database has to be asked for nobody else. */
type Reach = { companyId: string | null; people: ReadonlySet<string | null> };

/** By the ids of tickets. */
export type Reaches = ReadonlyMap<string, Reach>;

/** Reads them once for all who listen, who are hundreds where clients leave their windows open. */
export async function readReaches(db: Db, events: readonly LiveEvent[]): Promise<Reaches> {
  const ids = [...new Set(events.flatMap(({ ticket_id }) => (ticket_id === null ? [] : [ticket_id])))];
  if (ids.length === 0) return new Map();
  const tickets = await db
    .selectFrom("tickets")
    .select(["id", "company_id", "client_id"])
    .where("id", "=", anyOf(ids))
    .execute();
  const participants = await db
    .selectFrom("participants")
    .select(["ticket_id", "user_id"])
    .where("ticket_id", "=", anyOf(ids))
    .execute();
  const following = Map.groupBy(participants, ({ ticket_id }) => ticket_id);
  return new Map(
    tickets.map(({ id, company_id, client_id }) => {
      const people = new Set([client_id, ...(following.get(id) ?? []).map(({ user_id }) => user_id)]);
      return [id, { companyId: company_id, people }];
    }),
  );
}

/** The tickets of events that an external person may be among those to see. */
export function listWithinReach(
  { id, company_id }: SignedIn,
  events: readonly LiveEvent[],
  reaches: Reaches,
): string[] {
  const isWithin = (reach: Reach | undefined) =>
    reach !== undefined && (reach.people.has(id) || (company_id !== null && reach.companyId === company_id));
  return events.flatMap(({ ticket_id }) =>
    ticket_id !== null && isWithin(reaches.get(ticket_id)) ? [ticket_id] : [],
  );
}
