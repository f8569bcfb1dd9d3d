import { type RawBuilder, sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { anyOf } from "#server/lib/any-of.ts";
import type { Db } from "#server/lib/request-context.ts";
import { holds } from "#server/lib/rights-of-others.ts";
import type { Topic } from "#server/settings/read.ts";
import type { MailedTicket } from "./mailed-ticket.ts";

export type Reader = {
  id: string;
  email: string;
  fullname: string;
  user_type: "internal" | "external";
  company_id: string | null;
  company_name: string | null;
  /** The language that they chose; null for the desk's. */
  locale: string | null;
  /** They switched mails of this kind off. */
  is_silent: boolean;
  /** Mail to their address came back, and nobody has tried again since. */
  is_unreachable: boolean;
};

type AnsweredTicket = Pick<MailedTicket, "id" | "client_id" | "assignee_id" | "followers">;

/**
 * Finds the readers of an answer, as the mails and the line above the composer name them: everybody on the ticket but its
 * author (rules 151 and 643). One function for both, so that they cannot differ.
 */
export async function findAnswerReaders(db: Db, ticket: AnsweredTicket, authorId: string): Promise<Reader[]> {
  return (await findReadersOfEach(db, [ticket], authorId)).get(ticket.id) ?? [];
}

/** The same for many tickets, in one statement; by the tickets' ids. */
export async function findReadersOfEach(
  db: Db,
  tickets: readonly AnsweredTicket[],
  authorId: string,
): Promise<Map<string, Reader[]>> {
  const ids = tickets
    .flatMap(({ client_id, assignee_id, followers }) => [client_id, assignee_id, ...followers])
    .filter((person) => person !== null && person !== authorId);
  if (ids.length === 0) return new Map();
  const involved = await queryReaders(db, anyOf(ids), "reply").where(holds("tickets.read")).execute();
  return new Map(tickets.map((ticket) => [ticket.id, pickReaders(involved, ticket, authorId)]));
}

/** The people on the ticket `t` of another query, as a column; `pickReaders` says who of them reads an answer. */
export function involvedIn(db: Db): RawBuilder<Reader[]> {
  const ids = sql<string>`any(array(
    select t.client_id union select t.assignee_id union select user_id from participants where ticket_id = t.id))`;
  return jsonArrayFrom(queryReaders(db, ids, "reply").where(holds("tickets.read")));
}

/** Picks the readers of an answer: not its author, and of people from outside those alone who are the client or follow. */
export function pickReaders(
  involved: readonly Reader[],
  { client_id, assignee_id, followers }: AnsweredTicket,
  authorId: string,
): Reader[] {
  const told = new Set([client_id, ...followers]);
  return involved.filter(
    ({ id, user_type }) =>
      id !== authorId && (told.has(id) || (id === assignee_id && user_type === "internal")),
  );
}

/**
 * Finds readers: staff who read tickets, and external people who are on this one, without deleted people and companies;
 * those too who switched these mails off or cannot be reached, marked as such.
 */
export async function findReaders(
  db: Db,
  ticketId: string,
  ids: readonly string[],
  topic: Topic,
): Promise<Reader[]> {
  if (ids.length === 0) return [];
  return queryReaders(db, anyOf(ids), topic)
    .where((eb) =>
      eb.or([
        eb("u.user_type", "=", "internal"),
        eb.exists(
          eb
            .selectFrom("tickets as t")
            .select("t.id")
            .where("t.id", "=", ticketId)
            .whereRef("t.client_id", "=", "u.id"),
        ),
        eb.exists(
          eb
            .selectFrom("participants as p")
            .select("p.user_id")
            .where("p.ticket_id", "=", ticketId)
            .whereRef("p.user_id", "=", "u.id"),
        ),
      ]),
    )
    .where(holds("tickets.read"))
    .execute();
}

/** Queries these people, without deleted ones and those of deleted companies, as readers of mails of a kind. */
export function queryReaders(db: Db, ids: RawBuilder<string>, topic: Topic) {
  return db
    .selectFrom("users as u")
    .leftJoin("companies as c", "c.id", "u.company_id")
    .select(["u.id", "u.email", "u.fullname", "u.user_type", "u.company_id", "u.locale"])
    .select("c.name as company_name")
    .select([
      sql<boolean>`exists (select from notification_preferences n
        where n.user_id = u.id and n.topic = ${topic} and not n.mail)`.as("is_silent"),
      sql<boolean>`exists (select from bounced_addresses b where b.address = lower(u.email))`.as(
        "is_unreachable",
      ),
    ])
    .where("u.id", "=", ids)
    .where("u.deleted_at", "is", null)
    .where("c.deleted_at", "is", null)
    .orderBy("u.id");
}
