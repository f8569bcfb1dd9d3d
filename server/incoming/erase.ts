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
 * conversation. Answers how many mails it was.
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
  await sql`update incoming_deliveries set envelope_from = null, envelope_to = '{}', client_ip = null, client_name = null
    where incoming_id in (select id from incoming_mails where ${theirs})
      or lower(envelope_from) = any(${addresses})`.execute(db);
  await db
    .deleteFrom("sender_blocks")
    .where("sender", "=", sql<string>`any(${addresses})`)
    .execute();
  return Number(deleted.numDeletedRows) + Number(emptied.numUpdatedRows);
}
