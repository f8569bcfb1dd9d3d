import { PassThrough, type Readable } from "node:stream";
import type { SMTPServerAddress, SMTPServerSession } from "smtp-server";
import type { App } from "#server/lib/request-context.ts";
import { findRecipient } from "#server/mailboxes/read.ts";
import { type Delivery, MailTooLarge, storeMail } from "../../store.ts";
import { refuseFullDisk } from "../refuse-full-disk.ts";
import { type Answer, MAILBOX_PAUSED, NO_SUCH_MAILBOX, TOO_LARGE, TRY_AGAIN } from "./answers.ts";
import { plainAddress } from "./message-rate.ts";

/** Ids of the mailboxes of recipients that were taken, each known for as long as its message. */
export type Recipients = WeakMap<SMTPServerAddress, string>;

/** Refuses a recipient that is no mailbox of this desk, whoever asks: nothing is ever passed on to elsewhere. */
export async function refuseRecipient(
  app: App,
  recipient: SMTPServerAddress,
  taken: Recipients,
): Promise<Answer | null> {
  try {
    const [mailbox] = await Promise.all([findRecipient(app.db, recipient.address), refuseFullDisk(app)]);
    if (!mailbox) return NO_SUCH_MAILBOX;
    if (!mailbox.active) return MAILBOX_PAUSED;
    taken.set(recipient, mailbox.id);
    return null;
  } catch (error) {
    app.log.warn({ err: error }, "a recipient was not taken");
    return TRY_AGAIN;
  }
}

/**
 * Stores a message for all its recipients, and gives an answer for each in their order; null is 250. Several mailboxes
 * get one mail, and each a delivery of its own.
 */
export async function takeMail(
  app: App,
  stream: Readable,
  { envelope, remoteAddress, hostNameAppearsAs }: SMTPServerSession,
  taken: Recipients,
): Promise<(Answer | null)[]> {
  const recipients = envelope.rcptTo;
  const handedIn = {
    envelopeFrom: envelope.mailFrom ? envelope.mailFrom.address : "",
    envelopeTo: recipients.map(({ address }) => address),
    clientIp: plainAddress(remoteAddress),
    clientName: hostNameAppearsAs || null,
  };
  const raw = detach(stream);
  try {
    const mailboxes = recipients.map((recipient) => taken.get(recipient) ?? null);
    const answers = await storeForEach(app, raw, mailboxes, handedIn);
    return mailboxes.map((mailbox) => (mailbox ? (answers.get(mailbox) ?? null) : NO_SUCH_MAILBOX));
  } catch (error) {
    return recipients.map(() => answerFor(app, error));
  } finally {
    raw.destroy();
  }
}

type HandedIn = Pick<Delivery, "envelopeFrom" | "envelopeTo" | "clientIp" | "clientName">;

/** The first reads the bytes from the network, the others from the file store. */
async function storeForEach(
  app: App,
  raw: Readable,
  mailboxes: (string | null)[],
  handedIn: HandedIn,
): Promise<Map<string, Answer | null>> {
  const [first, ...others] = new Set(mailboxes.filter((mailbox) => mailbox !== null));
  if (first === undefined) return new Map();
  const store = (bytes: Readable, mailboxId: string) =>
    storeMail(app, bytes, { door: "listener", mailboxId, ...handedIn });
  const { id } = await store(raw, first);
  const answers = new Map<string, Answer | null>([[first, null]]);
  for (const other of others) {
    const answer = await readStored(app, id)
      .then((bytes) => store(bytes, other))
      .then(() => null)
      .catch((error: unknown) => answerFor(app, error));
    answers.set(other, answer);
  }
  return answers;
}

async function readStored(app: App, id: string): Promise<Readable> {
  const { raw_hash } = await app.db
    .selectFrom("incoming_mails")
    .select("raw_hash")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const file = raw_hash && (await app.files.read(raw_hash));
  if (!file) throw new Error("a mail that was stored just now is gone");
  return file.stream;
}

/** Whatever went wrong on our side passes: the other server keeps the mail and comes again. */
function answerFor(app: App, error: unknown): Answer {
  if (error instanceof MailTooLarge) return TOO_LARGE;
  app.log.warn({ err: error }, "a message could not be stored");
  return TRY_AGAIN;
}

/**
 * A message that is refused halfway is still read to its end, since the other server hears no answer before. A
 * connection that breaks is an error of the bytes, never their end.
 */
function detach(stream: Readable): Readable {
  const raw = new PassThrough();
  stream.on("error", (error) => raw.destroy(error));
  stream.pipe(raw);
  raw.on("close", () => {
    stream.unpipe(raw);
    stream.resume();
  });
  raw.on("error", () => {});
  return raw;
}
