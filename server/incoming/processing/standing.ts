import { sql } from "kysely";
import type { Work } from "./work.ts";

const DAY = 86_400_000;

/** What the desk knows of the address that a mail came from, whoever it belongs to. */
type Standing = {
  /** Who blocked it or its domain; null for nobody. */
  blocker: string | null;
  /** The same Message-ID of the same sender was done, with other bytes: a list has added its footer. */
  is_known_mail: boolean;
  /** A mail to it came back. */
  has_bounced: boolean;
  /** Nobody has shown yet that the address is its person's, or the domain its company's. */
  is_unproven: boolean;
};

/** Read at once, of a locked sender. */
export async function readStanding({ db, mail }: Work, address: string): Promise<Standing> {
  const { row, parsed } = mail;
  const domain = address.split("@")[1] ?? "";
  const { rows } = await sql<Standing>`select
    (select p.name from sender_blocks b join principals p on p.id = b.blocked_by
      where b.sender in (${address}, ${domain}) limit 1) as blocker,
    exists (select from incoming_mails where message_id = ${parsed.messageId} and from_address = ${address}
      and id <> ${row.id} and state = 'done'
      and received_at > ${new Date(row.received_at.getTime() - 7 * DAY)}) as is_known_mail,
    exists (select from bounced_addresses where address = ${address}) as has_bounced,
    exists (select from user_addresses where address = ${address} and verified_at is null)
      or exists (select from company_domains where domain = ${domain} and verified_at is null) as is_unproven
  `.execute(db);
  const [standing] = rows;
  if (!standing) throw new Error("a statement without a table answers one row");
  return standing;
}
