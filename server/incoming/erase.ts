import { sql } from "kysely";
import { anyOf } from "#server/lib/any-of.ts";
import type { Db } from "#server/lib/request-context.ts";

/**
 * Erases the mails of tickets with their deliveries; their bytes go with the next pruning of files. One that still waits
 * for a person only loses its ticket.
 */
export async function eraseMailsOfTickets(db: Db, ticketIds: string[]): Promise<void> {
  const theirs = anyOf(ticketIds);
  await db
    .updateTable("incoming_mails")
    .set({ ticket_id: null })
    .where("ticket_id", "=", theirs)
    .where("state", "=", "held")
    .execute();
  await db.deleteFrom("incoming_mails").where("ticket_id", "=", theirs).execute();
}

type Person = { id: string; addresses: string[]; name: string };

/**
 * Erases mails from somebody that no ticket holds, and of those that a ticket holds everything but what stands in its
 * conversation; of other people's the line that says that it went to them as well, and of servers' what came back from
 * them. Answers how many of their own it was.
 */
export async function eraseMailsFrom(db: Db, { id, addresses, name }: Person): Promise<number> {
  const theirs = sql<boolean>`(user_id = ${id} or from_address = any(${addresses}))`;
  const deleted = await db
    .deleteFrom("incoming_mails")
    .where(theirs)
    .where("state", "<>", "done")
    .executeTakeFirstOrThrow();
  const emptied = await db
    .updateTable("incoming_mails")
    .set({
      raw_hash: null,
      message_id: null,
      from_address: null,
      from_name: name,
      subject: "",
      detail: null,
      proof_detail: null,
      recipients: null,
      words: null,
      quoted: null,
      files: null,
    })
    .where(theirs)
    .executeTakeFirstOrThrow();
  await sql`
    update incoming_mails set raw_hash = null, subject = '', detail = null, words = null, quoted = null
    where kind = 'bounce' and exists (select from unnest(${addresses}::text[]) as theirs
      where position(theirs in lower(concat(subject, ' ', words, ' ', quoted))) > 0)`.execute(db);
  await sql`
    update incoming_mails set recipients = jsonb_build_object(
      'to', ${without("to", addresses)}, 'cc', ${without("cc", addresses)}, 'outside', coalesce(
        (select jsonb_agg(each) from jsonb_array_elements(recipients -> 'outside') each
          where lower(each #>> '{}') <> all(${addresses})), '[]'))
    where exists (select from jsonb_path_query(recipients, '$.**.address') as each
        where lower(each #>> '{}') = any(${addresses}))`.execute(db);
  await sql`update incoming_deliveries set envelope_from = null, envelope_to = '{}', client_ip = null, client_name = null
    where incoming_id in (select id from incoming_mails where ${theirs})
      or lower(envelope_from) = any(${addresses})`.execute(db);
  await db
    .deleteFrom("sender_blocks")
    .where("sender", "=", sql<string>`any(${addresses})`)
    .execute();
  return Number(deleted.numDeletedRows) + Number(emptied.numUpdatedRows);
}

/** The people of a line of a mail's header but those of these addresses. */
function without(line: "to" | "cc", addresses: string[]) {
  return sql`coalesce((select jsonb_agg(each) from jsonb_array_elements(recipients -> ${line}::text) each
    where lower(each ->> 'address') <> all(${addresses})), '[]')`;
}
