import { sql } from "kysely";
import type { Db } from "#server/lib/request-context.ts";
import { findReferencedIds } from "../find-referenced-ids.ts";

/** Removes the demo's mails, but for those that somebody made a ticket of which stays. Their bytes go in the night. */
export async function removeSampleMails(
  db: Db,
  { marked, tickets }: { marked: string[]; tickets: string[] },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    delete from incoming_mails where ticket_id = any(${tickets}::uuid[])
      or (id = any(${marked}::uuid[]) and ticket_id is null)
    returning id`.execute(db);
  const gone = rows.map(({ id }) => id).filter((id) => marked.includes(id));
  await sql`delete from history where entity = 'incoming' and entity_id = any(${gone}::uuid[])`.execute(db);
  await sql`delete from bounced_addresses where mail_id in (
    select id from mails where ticket_id = any(${tickets}::uuid[]))`.execute(db);
}

/** Rows that belong to a mailbox and to nothing else. */
const OWNED_BY_MAILBOX = ["mailbox_secrets", "mailbox_positions"];

/** Removes the demo's mailbox, unless a mail or ticket that stays came by it or somebody real has changed it. */
export async function removeSampleMailbox(db: Db, marked: string[], cast: string[]): Promise<void> {
  const named = await findReferencedIds(db, {
    tables: ["mailboxes", "principals"],
    ids: marked,
    besides: ["mailboxes.id", ...OWNED_BY_MAILBOX.map((table) => `${table}.mailbox_id`)],
  });
  const { rows: changed } = await sql<{ id: string }>`
    select h.entity_id as id from history h join principals p on p.id = h.principal_id
    where h.entity = 'mailbox' and h.entity_id = any(${marked}::uuid[])
      and p.kind = 'user' and p.id <> all(${cast}::uuid[])`.execute(db);
  for (const { id } of changed) named.add(id);
  const gone = marked.filter((id) => !named.has(id));
  for (const table of OWNED_BY_MAILBOX)
    // oxlint-disable-next-line no-await-in-loop
    await sql`delete from ${sql.table(table)} where mailbox_id = any(${gone}::uuid[])`.execute(db);
  await sql`delete from history where entity = 'mailbox' and entity_id = any(${gone}::uuid[])`.execute(db);
  await sql`delete from mailboxes where id = any(${gone}::uuid[])`.execute(db);
  await sql`delete from principals where id = any(${gone}::uuid[])`.execute(db);
}
