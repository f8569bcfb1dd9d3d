import { sql } from "kysely";
import type { App, Db } from "#server/lib/request-context.ts";
import { findMailDomain } from "#server/lib/work/outbox.ts";

/*
 * Mails about a ticket become one conversation in every mail program. All of them refer to one Message-ID that
 * no mail ever had, `<ticket-ID@domain>`, and to the mails about the ticket that the same reader got or wrote before:
 *
 *   first mail                        Message-ID <a>   References <ticket-ID>              In-Reply-To <ticket-ID>
 *   the reader answers it by mail     Message-ID <x>
 *   second mail                       Message-ID <b>   References <ticket-ID> <a> <x>      In-Reply-To <x>
 *
 * The conversations of tickets that became part of it are the same conversation: the next mail answers the last one of them
 * that the reader has.
 */

const MAX_REFERENCES = 10;

type Reader = { id: string; email: string };
export type Thread = {
  references: string[];
  inReplyTo: string | undefined;
  /** Numbers that became part of the ticket since the reader's last mail about either (rule 841). */
  joined: string[];
};

/**
 * Finds what a mail to each of these readers answers, in one statement for all: the last mail of the conversation that they
 * have (RFC 5322, 3.6.4). What became part of the ticket is news to a reader who had mail about any of them before. The readers
 * are JSON, of which the planner does not count the rows: as arrays it planned the statement anew for each mail, which took twice
 * as long as reading. Each part is looked up by itself: the planner expects hundreds, and would read every ticket for them.
 */
export async function findThreads(
  { app, db }: { app: App; db: Db },
  ticketId: string,
  readers: readonly Reader[],
): Promise<(reader: Pick<Reader, "id">) => Thread> {
  const { rows } = await sql<Found>`
    with conversation as materialized (
      select ${ticketId}::uuid as root, array_agg(t.id order by p.merged_at, t.number) as parts,
        array_agg(t.uid order by p.merged_at, t.number) as uids, array_agg(p.merged_at order by p.merged_at, t.number) as times
      from parts_of_ticket(${ticketId}) p, lateral (select id, uid, number from tickets where id = p.id limit 1) t)
    select reader.id, coalesce(c.parts, '{}') as parts,
      array(select part.uid from unnest(c.parts, c.uids, c.times) with ordinality as part(id, uid, merged_at, place)
        where exists (select from mails m where m.ticket_id in (c.root, part.id) and m."to" = reader.email
            and m.created_at < part.merged_at)
          and not exists (select from mails m where m.ticket_id = c.root and m."to" = reader.email
            and m.comment_id is not null and m.created_at >= part.merged_at)
        order by part.place) as joined,
      array(select message_id from (
        (select message_id, created_at as at, position from mails
          where ticket_id = any(c.root || c.parts) and "to" = reader.email and state in ('queued', 'sent', 'captured')
          order by created_at desc, position desc limit ${sql.lit(MAX_REFERENCES)})
        union all
        (select message_id, received_at as at, position from incoming_mails
          where ticket_id = any(c.root || c.parts) and state = 'done' and message_id is not null
            and (user_id = reader.id or recipients -> 'to' @> copy.theirs or recipients -> 'cc' @> copy.theirs)
          order by position desc limit ${sql.lit(MAX_REFERENCES)})
      ) mail order by at desc, position desc limit ${sql.lit(MAX_REFERENCES)}) as newest
    from conversation c, json_to_recordset(${JSON.stringify(readers.map(({ id, email }) => ({ id, email })))}) as reader(id uuid, email text),
      jsonb_build_array(jsonb_build_object('address', lower(reader.email))) as copy(theirs)`.execute(db);
  const found = new Map(rows.map((row) => [row.id, row]));
  const rootOf = (id: string) => `<ticket-${id}@${findMailDomain(app.config)}>`;
  return ({ id }) => {
    const { parts = [], joined = [], newest = [] } = found.get(id) ?? {};
    const references = [...[ticketId, ...parts].map(rootOf), ...newest.toReversed()];
    return { references, inReplyTo: references.at(-1), joined };
  };
}

type Found = { id: string; parts: string[]; joined: string[]; newest: string[] };
