import { Readable } from "node:stream";
import { sql } from "kysely";
import { jobs } from "#contract/jobs.ts";
import { LIMITS } from "#contract/limits.ts";
import { newEventId } from "#server/lib/crypto/token.ts";
import { runTransaction } from "#server/lib/db/transaction.ts";
import type { Received } from "#server/lib/file-store.ts";
import type { App, Db } from "#server/lib/request-context.ts";
import { queuedJob } from "#server/lib/work/enqueue.ts";
import { movePosition } from "./positions.ts";

/** How a mail came to us: through which door, and what that door heard before the mail began. */
export type Delivery = {
  door: "imap" | "listener" | "hook" | "shell";
  mailboxId: string | null;
  /** Where it lies on an IMAP server. */
  folder?: string;
  uidvalidity?: number;
  uid?: number;
  envelopeFrom: string | null;
  envelopeTo: string[];
  /** The server that handed it in, and how it greeted. */
  clientIp?: string | null;
  clientName?: string | null;
};

/** What storing needs of the app; a command of the shell has no more. */
export type StoreApp = Pick<App, "db" | "files" | "clock">;

/** Nothing of such a mail is kept; the door refuses it for good. */
export class MailTooLarge extends Error {
  constructor() {
    super("Message is larger than 40 MB");
    this.name = "MailTooLarge";
  }
}

/**
 * Keeps a mail as it arrived, before anything reads it. The raw streams to the file store, then one transaction writes
 * blob, mail, delivery, IMAP position and job. Resolves only after the commit, which a door waits for before it
 * acknowledges. Throws `MailTooLarge`; anything else thrown (disk full, database away) means that nothing was kept and
 * that the same mail may be handed in again.
 */
export async function storeMail(
  app: StoreApp,
  raw: Readable,
  delivery: Delivery,
): Promise<{ id: string; isDuplicate: boolean }> {
  // A stream that breaks off before it is read: whoever reads it then hears of it.
  raw.once("error", () => {});
  // Loaded with the first mail: a desk without a mailbox reads none.
  const { openIdentity } = await import("#server/lib/mime/identity.ts");
  const { readSummary } = await import("#server/lib/mime/summary.ts");
  const reading = openIdentity();
  const watched = Readable.from(
    passOn(raw, (chunk) => reading.update(chunk)),
    { objectMode: false },
  );
  const received = await app.files.receive(watched);
  try {
    const { identity, headers } = reading.end();
    const mail = { identity, received, ...readSummary(headers) };
    return await runTransaction(app.db, (db) => writeMail(app, db, mail, delivery));
  } finally {
    await received.drop();
  }
}

async function* passOn(raw: Readable, see: (chunk: Buffer) => void): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const piece of raw) {
    const chunk: Buffer = typeof piece === "string" ? Buffer.from(piece) : piece;
    bytes += chunk.length;
    if (bytes > LIMITS.mailBytes) throw new MailTooLarge();
    see(chunk);
    yield chunk;
  }
}

type NewMail = {
  identity: Buffer;
  received: Received;
  messageId: string | null;
  fromAddress: string | null;
  fromName: string | null;
  subject: string;
};

/** A second delivery of the same mail is written down as such, and does nothing else. */
async function writeMail(
  app: StoreApp,
  db: Db,
  mail: NewMail,
  delivery: Delivery,
): Promise<{ id: string; isDuplicate: boolean }> {
  const now = app.clock.now();
  const fresh = await insertMail(db, mail, { mailboxId: delivery.mailboxId, now });
  const { id } = fresh ?? (await findStored(db, mail.identity));
  await writeDelivery(db, id, delivery, now);
  await movePosition(db, delivery);
  if (fresh) await mail.received.keep();
  return { id, isDuplicate: fresh === undefined };
}

/**
 * One statement, since each round trip costs as much as its work. The blob's row is locked before the bytes become part
 * of the store, so that pruning, which deletes under the same lock, never deletes them.
 */
async function insertMail(
  db: Db,
  { identity, received, messageId, fromAddress, fromName, subject }: NewMail,
  { mailboxId, now }: { mailboxId: string | null; now: Date },
): Promise<{ id: string } | undefined> {
  const id = newEventId(now);
  return db
    .with("fresh", (tx) =>
      tx
        .insertInto("incoming_mails")
        .values({
          id,
          identity,
          raw_hash: received.hash,
          bytes: received.bytes,
          message_id: messageId,
          from_address: fromAddress,
          from_name: fromName,
          subject,
          mailbox_id: mailboxId,
          received_at: now,
        })
        .onConflict((conflict) => conflict.column("identity").doNothing())
        .returning("id"),
    )
    .selectFrom("fresh")
    .select([
      "id",
      sql`keep_blob(${received.hash}, ${received.bytes})`.as("kept"),
      queuedJob(jobs.processMail, { id }).as("job"),
    ])
    .executeTakeFirst();
}

/** In a statement of its own: another transaction may have stored the mail just now. */
async function findStored(db: Db, identity: Buffer): Promise<{ id: string }> {
  return db
    .selectFrom("incoming_mails")
    .select("id")
    .where("identity", "=", identity)
    .executeTakeFirstOrThrow();
}

async function writeDelivery(db: Db, id: string, delivery: Delivery, now: Date): Promise<void> {
  await db
    .insertInto("incoming_deliveries")
    .values({
      incoming_id: id,
      door: delivery.door,
      mailbox_id: delivery.mailboxId,
      folder: delivery.folder ?? null,
      uidvalidity: delivery.uidvalidity ?? null,
      uid: delivery.uid ?? null,
      envelope_from: delivery.envelopeFrom,
      envelope_to: delivery.envelopeTo,
      client_ip: delivery.clientIp ?? null,
      client_name: delivery.clientName ?? null,
      at: now,
    })
    // The same message of an IMAP folder, read again after a position was lost.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
