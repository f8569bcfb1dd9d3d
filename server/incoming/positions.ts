import { sql } from "kysely";
import type { Db } from "#server/lib/request-context.ts";

/** How far a folder of an IMAP server has been read. */
export type Position = { uidvalidity: number; lastUid: number };

export async function readPosition(db: Db, mailboxId: string, folder: string): Promise<Position | null> {
  const found = await db
    .selectFrom("mailbox_positions")
    .select(["uidvalidity", "last_uid"])
    .where("mailbox_id", "=", mailboxId)
    .where("folder", "=", folder)
    .executeTakeFirst();
  return found ? { uidvalidity: found.uidvalidity, lastUid: found.last_uid } : null;
}

/** Sets it, as before the first mail and after the server has numbered its mails anew. */
export async function writePosition(
  db: Db,
  mailboxId: string,
  folder: string,
  { uidvalidity, lastUid }: Position,
): Promise<void> {
  await db
    .insertInto("mailbox_positions")
    .values({ mailbox_id: mailboxId, folder, uidvalidity, last_uid: lastUid })
    .onConflict((conflict) =>
      conflict.columns(["mailbox_id", "folder"]).doUpdateSet({ uidvalidity, last_uid: lastUid }),
    )
    .execute();
}

type Place = { mailboxId: string | null; folder?: string; uidvalidity?: number; uid?: number };

/** Moves it behind a mail, in the transaction that stores it; never back within one numbering. Others lie in no folder. */
export async function movePosition(db: Db, { mailboxId, folder, uidvalidity, uid }: Place): Promise<void> {
  if (mailboxId === null || !folder || !uidvalidity || !uid) return;
  await sql`
    insert into mailbox_positions as p (mailbox_id, folder, uidvalidity, last_uid)
      values (${mailboxId}, ${folder}, ${uidvalidity}, ${uid})
    on conflict (mailbox_id, folder) do update set uidvalidity = excluded.uidvalidity,
      last_uid = case when p.uidvalidity = excluded.uidvalidity then greatest(p.last_uid, excluded.last_uid)
        else excluded.last_uid end`.execute(db);
}
