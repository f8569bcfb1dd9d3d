import { sql } from "kysely";
import type { Db } from "#server/lib/request-context.ts";
import type { StoredMail, Work } from "./work.ts";

/*
 * Too many mails in a short time wait for a person, who releases all of them at once. Counted by the rows of the mails
 * themselves, under a lock of the sender, so that a burst over several instances is counted as one.
 */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NEW_TICKETS = [{ most: 20, within: HOUR }];
/** Of a system such as a monitor, whatever its mails are about. */
const OF_A_SYSTEM = [{ most: 600, within: HOUR }];
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
    return isAbove(db, mail, { limits: OF_A_SYSTEM, which: sql`true` });
  if (ticketId === null) return isAbove(db, mail, { limits: NEW_TICKETS, which: sql`opened_ticket` });
  return isAbove(db, mail, { limits: ON_ONE_TICKET, which: sql`ticket_id = ${ticketId}` });
}

type Counted = { limits: readonly { most: number; within: number }[]; which: ReturnType<typeof sql> };

async function isAbove(
  db: Db,
  { id, from_address, received_at }: StoredMail,
  { limits, which }: Counted,
): Promise<boolean> {
  const since = (within: number) => new Date(received_at.getTime() - within);
  const above = limits.map(
    ({ most, within }) => sql`count(*) filter (where received_at > ${since(within)}) >= ${most}`,
  );
  const { rows } = await sql<{ is_above: boolean }>`select ${sql.join(above, sql` or `)} as is_above
    from incoming_mails where from_address = ${from_address} and received_at > ${since(HOUR)}
      and received_at <= ${received_at} and id <> ${id} and state = 'done' and ${which}`.execute(db);
  return rows[0]?.is_above === true;
}
