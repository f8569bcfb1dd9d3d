import { PassThrough, type Readable } from "node:stream";
import type { SMTPServerSession } from "smtp-server";
import type { App } from "#server/lib/request-context.ts";
import { findMailboxByAddress, type Mailbox } from "#server/mailboxes/read.ts";
import { type Delivery, MailTooLarge, storeMail } from "../../store.ts";
import { refuseFullDisk } from "../refuse-full-disk.ts";
import { type Answer, MAILBOX_PAUSED, NO_SUCH_MAILBOX, TOO_LARGE, TRY_AGAIN } from "./answers.ts";
import { plainAddress } from "./message-rate.ts";

/** Refuses a recipient that is no mailbox of this desk, whoever asks: nothing is ever passed on to elsewhere. */
export async function refuseRecipient(app: App, address: string): Promise<Answer | null> {
  try {
    const mailbox = await findMailboxByAddress(app.db, address);
    if (!mailbox) return NO_SUCH_MAILBOX;
    return mailbox.active ? null : MAILBOX_PAUSED;
  } catch (error) {
    app.log.warn({ err: error }, "a recipient could not be looked up");
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
): Promise<(Answer | null)[]> {
  const recipients = envelope.rcptTo.map(({ address }) => address);
  const handedIn = {
    envelopeFrom: envelope.mailFrom ? envelope.mailFrom.address : "",
    envelopeTo: recipients,
    clientIp: plainAddress(remoteAddress),
    clientName: hostNameAppearsAs || null,
  };
  const raw = detach(stream);
  try {
    await refuseFullDisk(app);
    const mailboxes = await Promise.all(recipients.map((address) => findMailboxByAddress(app.db, address)));
    const answers = await storeForEach(app, raw, mailboxes, handedIn);
    return mailboxes.map((mailbox) => (mailbox ? (answers.get(mailbox.id) ?? null) : NO_SUCH_MAILBOX));
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
  mailboxes: (Mailbox | null)[],
  handedIn: HandedIn,
): Promise<Map<string, Answer | null>> {
  const ids = new Set(mailboxes.flatMap((mailbox) => (mailbox ? [mailbox.id] : [])));
  const [first, ...others] = ids;
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
