import type { Readable } from "node:stream";
import { sql } from "kysely";
import { jobs } from "#contract/jobs.ts";
import { LIMITS } from "#contract/limits.ts";
import { newEventId } from "#server/lib/crypto/token.ts";
import { runTransaction } from "#server/lib/db/transaction.ts";
import type { Received } from "#server/lib/file-store/file-store.ts";
import type { App, Db } from "#server/lib/request-context.ts";
import { queuedJob } from "#server/lib/work/enqueue.ts";
import { updateLastMail } from "#server/mailboxes/last-mail.ts";
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
  const { openIdentity, readSummary } = await (tools ??= loadTools().catch(forgetTools));
  const reading = openIdentity();
  const received = await app.files.receive(passOn(raw, (chunk) => reading.update(chunk)));
  try {
    const { identity, headers } = reading.end();
    const mail = { identity, received, ...readSummary(headers) };
    await received.prepare();
    return await runTransaction(app.db, (db) => writeMail(app, db, mail, delivery));
  } finally {
    await received.drop();
  }
}

/** Loaded with the first mail: a desk without a mailbox reads none. Asking the loader again would cost every mail. */
let tools: ReturnType<typeof loadTools> | null = null;

/** What could not be loaded once is tried again with the next mail. */
function forgetTools(error: unknown): never {
  tools = null;
  throw error;
}

async function loadTools() {
  const [{ openIdentity }, { readSummary }] = await Promise.all([
    import("#server/lib/mime/identity.ts"),
    import("#server/lib/mime/summary.ts"),
  ]);
  return { openIdentity, readSummary };
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
  const delivered = describeDelivery(delivery, app.clock.now());
  // The bytes go to the disk while the rows are written, or are looked for in a store elsewhere; the commit waits for both.
  const keeping = mail.received.keep();
  const writing = insertMail(db, mail, delivered);
  const [fresh] = await Promise.all([
    writing,
    keeping,
    refusePruned(app, mail.received, { writing, keeping }),
  ]);
  const { id } = fresh ?? (await writeSecondDelivery(db, mail.identity, delivered));
  await movePosition(db, delivery);
  return { id, isDuplicate: fresh === undefined };
}

/**
 * The same bytes may have been pruned in the moment between their coming and the lock of their row, which holds until the
 * commit. Nothing is kept then, and the mail comes again. The nightly sweep takes what a second delivery brought for nothing.
 * Under the lock a look is enough as soon as the file has its name; mostly the disk is still busy with that name.
 */
async function refusePruned(
  { files }: StoreApp,
  { hash }: Received,
  { writing, keeping }: { writing: Promise<{ id: string } | undefined>; keeping: Promise<void> },
): Promise<void> {
  if (!(await writing) || (await files.has(hash))) return;
  await keeping;
  if (!(await files.has(hash))) throw new Error("the bytes of a mail were pruned while it was stored");
}

type Delivered = ReturnType<typeof describeDelivery>;

function describeDelivery(delivery: Delivery, now: Date) {
  return {
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
  };
}

/**
 * One statement, since each round trip costs as much as its work: the mail, its delivery, its blob and its job. The
 * blob's row is locked, so that pruning, which deletes under the same lock, no longer takes the bytes.
 */
async function insertMail(
  db: Db,
  { identity, received, messageId, fromAddress, fromName, subject }: NewMail,
  delivered: Delivered,
): Promise<{ id: string } | undefined> {
  const id = newEventId(delivered.at);
  const { rows } = await sql<{ id: string }>`with fresh as (
      insert into incoming_mails
        (id, identity, raw_hash, bytes, message_id, from_address, from_name, subject, mailbox_id, received_at)
      values (${id}, ${identity}, ${received.hash}, ${received.bytes}, ${messageId}, ${fromAddress}, ${fromName},
        ${subject}, ${delivered.mailbox_id}, ${delivered.at})
      on conflict (identity) do nothing returning id
    ), delivered as (
      insert into incoming_deliveries (incoming_id, door, mailbox_id, folder, uidvalidity, uid, envelope_from,
        envelope_to, client_ip, client_name, at)
      select id, ${delivered.door}, ${delivered.mailbox_id}::uuid, ${delivered.folder}, ${delivered.uidvalidity}::bigint,
        ${delivered.uid}::bigint, ${delivered.envelope_from}, ${delivered.envelope_to}::text[],
        ${delivered.client_ip}, ${delivered.client_name}, ${delivered.at}::timestamptz
      from fresh on conflict do nothing
    ), last_mail as (${updateLastMail(delivered.mailbox_id, delivered.at)})
    select id, keep_blob(${received.hash}, ${received.bytes}), ${queuedJob(jobs.processMail, { id })} from fresh`.execute(
    db,
  );
  return rows[0];
}

/** In statements of their own: another transaction may have stored the mail just now. */
async function writeSecondDelivery(db: Db, identity: Buffer, delivered: Delivered): Promise<{ id: string }> {
  const stored = await db
    .selectFrom("incoming_mails")
    .select("id")
    .where("identity", "=", identity)
    .executeTakeFirstOrThrow();
  await db
    .insertInto("incoming_deliveries")
    .values({ incoming_id: stored.id, ...delivered })
    // The same message of an IMAP folder, read again after a position was lost.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return stored;
}
