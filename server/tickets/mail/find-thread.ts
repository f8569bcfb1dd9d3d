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
 */

const MAX_REFERENCES = 10;

/** Finds what a mail to one reader answers: the last mail of the conversation that they have (RFC 5322, 3.6.4). */
export async function findThread(
  { app, db }: { app: App; db: Db },
  ticketId: string,
  reader: { id: string; email: string },
): Promise<{ references: string[]; inReplyTo: string | undefined }> {
  const root = `<ticket-${ticketId}@${findMailDomain(app.config)}>`;
  const inTheirCopy = JSON.stringify([{ address: reader.email.toLowerCase() }]);
  const { rows } = await sql<{ message_id: string }>`
    select message_id from (
      (select message_id, created_at as at, position from mails
        where ticket_id = ${ticketId} and "to" = ${reader.email} and state in ('queued', 'sent', 'captured')
        order by created_at desc, position desc limit ${sql.lit(MAX_REFERENCES)})
      union all
      (select message_id, received_at as at, position from incoming_mails
        where ticket_id = ${ticketId} and state = 'done' and message_id is not null
          and (user_id = ${reader.id} or recipients -> 'to' @> ${inTheirCopy}::jsonb
            or recipients -> 'cc' @> ${inTheirCopy}::jsonb)
        order by position desc limit ${sql.lit(MAX_REFERENCES)})
    ) mail order by at desc, position desc limit ${sql.lit(MAX_REFERENCES)}`.execute(db);
  const references = [root, ...rows.map(({ message_id }) => message_id).toReversed()];
  return { references, inReplyTo: references.at(-1) };
}
