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

/** Finds what a mail to one reader answers: the last mail of the conversation that they have (RFC 5322, 3.6.4). */
export async function findThread(
  { app, db }: { app: App; db: Db },
  ticketId: string,
  reader: { id: string; email: string },
): Promise<Thread> {
  const parts = await readParts(db, ticketId, reader);
  const ids = [ticketId, ...parts.map(({ id }) => id)];
  const roots = ids.map((id) => `<ticket-${id}@${findMailDomain(app.config)}>`);
  const inTheirCopy = JSON.stringify([{ address: reader.email.toLowerCase() }]);
  const { rows } = await sql<{ message_id: string }>`
    select message_id from (
      (select message_id, created_at as at, position from mails
        where ticket_id = any(${ids}::uuid[]) and "to" = ${reader.email} and state in ('queued', 'sent', 'captured')
        order by created_at desc, position desc limit ${sql.lit(MAX_REFERENCES)})
      union all
      (select message_id, received_at as at, position from incoming_mails
        where ticket_id = any(${ids}::uuid[]) and state = 'done' and message_id is not null
          and (user_id = ${reader.id} or recipients -> 'to' @> ${inTheirCopy}::jsonb
            or recipients -> 'cc' @> ${inTheirCopy}::jsonb)
        order by position desc limit ${sql.lit(MAX_REFERENCES)})
    ) mail order by at desc, position desc limit ${sql.lit(MAX_REFERENCES)}`.execute(db);
  const references = [...roots, ...rows.map(({ message_id }) => message_id).toReversed()];
  const joined = parts.filter(({ is_news }) => is_news).map(({ uid }) => uid);
  return { references, inReplyTo: references.at(-1), joined };
}

type Thread = {
  references: string[];
  inReplyTo: string | undefined;
  /** Numbers that became part of the ticket since the reader's last mail about either (rule 841). */
  joined: string[];
};

/** Finds the tickets that became part of one, and whether that is news to a reader who had mail about any of them before. */
async function readParts(
  db: Db,
  ticketId: string,
  reader: { email: string },
): Promise<{ id: string; uid: string; is_news: boolean }[]> {
  const { rows } = await sql<{ id: string; uid: string; is_news: boolean }>`
    with part as (select t.id, t.uid, t.number, p.merged_at from parts_of_ticket(${ticketId}) p join tickets t on t.id = p.id)
    select part.id, part.uid,
      exists (select from mails m where m.ticket_id in (${ticketId}, part.id) and m."to" = ${reader.email}
        and m.created_at < part.merged_at)
      and not exists (select from mails m where m.ticket_id = ${ticketId} and m."to" = ${reader.email} and m.comment_id is not null
        and m.created_at >= part.merged_at) as is_news
    from part order by part.merged_at, part.number`.execute(db);
  return rows;
}
