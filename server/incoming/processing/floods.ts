import { sql } from "kysely";
import type { Db } from "#server/lib/request-context.ts";
import type { StoredMail, Work } from "./work.ts";

/*
 * Too many mails in a short time wait for a person, who releases all of them at once. Counted by the rows of the mails
 * themselves, under a lock of the sender, so that a burst over several instances is counted as one.
 */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NEW_TICKETS_AN_HOUR = 20;
/** Of a system such as a monitor, whatever its mails are about. */
const OF_A_SYSTEM_AN_HOUR = 600;
const ON_ONE_TICKET = [
  { most: 10, within: 10 * MINUTE },
  { most: 60, within: HOUR },
];

/** Lets the mails of one sender act one after the other. */
export async function lockSender(db: Db, address: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`incoming ${address}`}, 0))`.execute(db);
}

type Asked = { db: Db; mail: { row: StoredMail }; settings: Pick<Work["settings"], "systemSenders"> };

/**
 * Whether a sender has written too often: about this ticket, or, without one, of new matters; a system, of anything. The
 * sender of a mail that is judged is known to the desk.
 */
export async function isFlood(
  { db, mail: { row: mail }, settings }: Asked,
  ticketId: string | null,
): Promise<boolean> {
  // Somebody said that these may act.
  if (mail.reason === "too_many" || mail.from_address === null) return false;
  if (settings.systemSenders.includes(mail.from_address))
    return (await count(db, mail, HOUR, sql`state = 'done'`)) >= OF_A_SYSTEM_AN_HOUR;
  if (ticketId === null)
    return (await count(db, mail, HOUR, sql`opened_ticket and state = 'done'`)) >= NEW_TICKETS_AN_HOUR;
  for (const { most, within } of ON_ONE_TICKET)
    if ((await count(db, mail, within, sql`ticket_id = ${ticketId} and state = 'done'`)) >= most) return true;
  return false;
}

async function count(
  db: Db,
  { id, from_address, received_at }: StoredMail,
  within: number,
  which: ReturnType<typeof sql>,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from incoming_mails
    where from_address = ${from_address} and received_at > ${new Date(received_at.getTime() - within)}
      and received_at <= ${received_at} and id <> ${id} and ${which}`.execute(db);
  return rows[0]?.n ?? 0;
}
