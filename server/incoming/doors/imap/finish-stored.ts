import type { ImapFlow } from "imapflow";
import type { Mailbox } from "#server/mailboxes/read.ts";
import type { App } from "#server/lib/request-context.ts";

type Stored = { app: App; client: ImapFlow; mailbox: Mailbox };
type Place = { folder: string; uidvalidity: number };

/** Mails of one command: the line that names them stays short. */
const AT_ONCE = 200;

/**
 * Marks, moves or deletes on the server what is stored. A failure counts against no mail: what is not finished is tried
 * again at the next pass, also after a restart. The spam folder is left as it is.
 */
export async function finishStored({ app, client, mailbox }: Stored, place: Place): Promise<void> {
  if (place.folder !== mailbox.folder) return;
  const uids = await listUnfinished(app, mailbox.id, place);
  if (uids.length === 0) return;
  const isDone = await finish(client, mailbox, uids.join(",")).catch((error: unknown) => {
    if (!client.usable) throw error;
    app.log.warn({ err: error, mailbox: mailbox.id }, "stored mails could not be marked on their server");
    return false;
  });
  if (isDone) await writeFinished(app, mailbox.id, place, uids);
}

/** False where the server says no. */
async function finish(client: ImapFlow, { after_storing, move_to }: Mailbox, uids: string): Promise<boolean> {
  const uid = { uid: true };
  if (after_storing === "delete") return client.messageDelete(uids, uid);
  if (after_storing === "move") return (await client.messageMove(uids, move_to ?? "", uid)) !== false;
  return client.messageFlagsAdd(uids, ["\\Seen"], uid);
}

async function listUnfinished(app: App, mailboxId: string, place: Place): Promise<number[]> {
  const rows = await app.db
    .selectFrom("incoming_deliveries")
    .select("uid")
    .where("mailbox_id", "=", mailboxId)
    .where("folder", "=", place.folder)
    .where("uidvalidity", "=", place.uidvalidity)
    .where("uid", "is not", null)
    .where("finished_at", "is", null)
    .orderBy("uid")
    .limit(AT_ONCE)
    .execute();
  return rows.map(({ uid }) => Number(uid));
}

async function writeFinished(app: App, mailboxId: string, place: Place, uids: number[]): Promise<void> {
  await app.db
    .updateTable("incoming_deliveries")
    .set({ finished_at: app.clock.now() })
    .where("mailbox_id", "=", mailboxId)
    .where("folder", "=", place.folder)
    .where("uidvalidity", "=", place.uidvalidity)
    .where("uid", "in", uids)
    .execute();
}
