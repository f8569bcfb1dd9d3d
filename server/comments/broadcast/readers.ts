import { sql } from "kysely";
import type { Db } from "#server/lib/request-context.ts";
import { findReadersOfEach, type Reader } from "#server/tickets/mail/audience.ts";
import type { TicketRecord } from "#server/tickets/read.ts";
import type { Broadcast } from "./kept.ts";

type Read = Pick<TicketRecord, "id" | "client_id" | "assignee_id">;

/** Finds who would be mailed an answer on each of the tickets, in two statements; by the tickets' ids. */
export async function readersOfEach(
  db: Db,
  tickets: readonly Read[],
  authorId: string,
): Promise<Map<string, Reader[]>> {
  const { rows } = await sql<{ ticket_id: string; people: string[] }>`
    select ticket_id, array_agg(user_id::text) as people from participants
    where ticket_id = any(${tickets.map(({ id }) => id)}::uuid[]) group by ticket_id`.execute(db);
  const followers = new Map(rows.map(({ ticket_id, people }) => [ticket_id, people]));
  const asked = tickets.map(({ id, client_id, assignee_id }) => ({
    id,
    client_id,
    assignee_id,
    followers: followers.get(id) ?? [],
  }));
  return findReadersOfEach(db, asked, authorId);
}

type Outside = Broadcast["readers"][string];

/** People from outside among readers, each with their company. */
export function outsideOf(readers: readonly Reader[] = []): Outside {
  return Object.fromEntries(
    readers.filter(({ user_type }) => user_type === "external").map(({ id, company_id }) => [id, company_id]),
  );
}

/** Whether somebody from outside would read it now whom its author did not have before them, or not in that company. */
export function hasNewReaders(now: Outside, before: Outside = {}): boolean {
  return Object.entries(now).some(([id, company]) => !Object.hasOwn(before, id) || before[id] !== company);
}
