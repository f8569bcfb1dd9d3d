import { sql } from "kysely";
import type { IncomingState } from "#contract/incoming/states.ts";
import { FilesAway } from "#server/lib/file-store/file-store.ts";
import { describeError } from "#server/lib/log.ts";
import { MailNotRead } from "#server/lib/mime/read-in-worker.ts";
import { refuseIfSenderRightsLost } from "#server/lib/guard/reauthorize.ts";
import { runTransaction } from "#server/lib/db/transaction.ts";
import { Refusal } from "#server/lib/refusal.ts";
import type { App, Db } from "#server/lib/request-context.ts";
import { recordEvent } from "#server/lib/work/history.ts";
import { type Mailbox, pickByAddress, readMailboxes } from "#server/mailboxes/read.ts";
import { readMailSettings } from "#server/settings/read.ts";
import { chooseOutcome } from "./processing/choose-outcome.ts";
import { dropMailFiles, type ReceivedMailFile, receiveMailFiles } from "./processing/mail-files.ts";
import { OriginalGone, readStored } from "./processing/read-stored.ts";
import type { Outcome, ReadMail, Work } from "./processing/work.ts";
import { hold, lockMail, writeOutcome } from "./processing/write-outcome.ts";

/*
 * A mail is read before its transaction, since reading may ask name servers and takes its time. The transaction then
 * locks the mail's row where it still waits, acts through the verbs of the app as the sender, and writes down what became
 * of it: two that process one mail come one after the other, and the second finds nothing to do.
 */

/** The first try and those after it; the queue makes the pauses between them longer and longer. */
const ATTEMPTS = 6;
/** Answers to answers that all wait: no longer chain is followed. */
const CHAIN = 50;
/** Milliseconds for which a mail waits for the one that it answers. */
const PATIENCE = 5 * 60_000;

/** Which mails have their turn, and whether what they do is mailed. */
export type Turn = { states: readonly IncomingState[]; isQuiet: boolean };

const ARRIVED: Turn = { states: ["stored"], isQuiet: false };

/** Does what a stored mail is for. One that was dealt with is left alone. */
export function processMail(app: App, id: string): Promise<void> {
  return processInTurn(app, id, new Set());
}

async function processInTurn(app: App, id: string, asked: Set<string>): Promise<void> {
  asked.add(id);
  try {
    const mail = await readStored(app, id);
    if (!mail) return;
    await processAnswered(app, mail, asked);
    await app.people.giveWay();
    await settle(app, mail, ARRIVED);
  } catch (error) {
    await countFailure(app, id, error);
  }
}

/** A mail may be here before the one that it answers was processed; that one goes first. */
async function processAnswered(app: App, { row, parsed }: ReadMail, asked: Set<string>): Promise<void> {
  const ids = [parsed.inReplyTo, ...parsed.references].filter((id) => id !== null);
  if (ids.length === 0 || asked.size >= CHAIN) return;
  const { rows: waiting } = await sql<{ id: string }>`select id from incoming_mails
    where message_id = any(${ids}) and state = 'stored' and id <> ${row.id} order by position`.execute(
    app.db,
  );
  for (const { id } of waiting.filter((each) => !asked.has(each.id))) {
    try {
      await processInTurn(app, id, asked);
    } catch (error) {
      const waited = app.clock.now().getTime() - row.received_at.getTime();
      if (waited < PATIENCE) throw new PutOff(error);
    }
  }
}

/** The mail itself has not failed: the one that it answers has to come first, and could not yet. */
class PutOff extends Error {
  constructor(cause: unknown) {
    super("the mail that this one answers could not be processed yet", { cause });
  }
}

/** Acts for a mail that is read and is in one of the turn's states; one in any other is left alone. */
export async function settle(app: App, mail: ReadMail, turn: Turn): Promise<void> {
  const files = await receiveMailFiles(app, mail.parsed.files);
  const asked = { mail, files, turn };
  try {
    await act(app, asked, chooseOutcome).catch(async (error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      // Rights or the ticket may have changed while it was judged: once more, by what holds now.
      await act(app, asked, chooseOutcome).catch(async (refused: unknown) => {
        if (!(refused instanceof Refusal)) throw refused;
        await act(app, asked, async () => holdRefused(refused));
      });
    });
  } finally {
    await dropMailFiles(files);
  }
}

/** What a verb of the app refuses, a person decides, who reads the verb's own sentence. */
function holdRefused({ code, message, params }: Refusal): Outcome {
  const named = typeof params === "object" && params !== null ? Object.entries(params) : [];
  const texts = named.filter(([, value]) => typeof value === "string" || typeof value === "number");
  return hold("refused", {
    detail: {
      ...Object.fromEntries(texts.map(([name, value]) => [name, String(value)])),
      refusal: code,
      sentence: message,
    },
  });
}

async function act(
  app: App,
  { mail, files, turn }: { mail: ReadMail; files: ReceivedMailFile[]; turn: Turn },
  choose: (work: Work) => Promise<Outcome>,
): Promise<void> {
  await runTransaction(app.db, async (db) => {
    const row = await lockMail(db, mail.row.id, turn.states);
    if (!row) return;
    const work = { ...(await beginWork(app, db, { ...mail, row }, files)), isQuiet: turn.isQuiet };
    const outcome = await choose(work);
    await writeOutcome(work, outcome);
    if (outcome.state === "done" && outcome.sender) await refuseIfSenderRightsLost(db, outcome.sender);
  });
}

/** What a transaction about one mail works with. */
export async function beginWork(app: App, db: Db, mail: ReadMail, files: ReceivedMailFile[]): Promise<Work> {
  const settings = await readMailSettings(db);
  const mailboxes = await readMailboxes(db, { id: mail.row.mailbox_id, addresses: listAddresses(mail) });
  return {
    app,
    db,
    now: app.clock.now(),
    mail,
    files,
    mailbox: chooseMailbox(mail, mailboxes),
    mailboxes,
    isQuiet: false,
    settings: {
      unprovenClients: settings.mail_unproven_clients,
      ccAddsColleagues: settings.mail_cc_adds_colleagues,
      blockedTypes: settings.mail_blocked_types,
      systemSenders: settings.mail_system_senders,
    },
  };
}

/** The one that stored it; else the first of the desk's addresses in To, then Cc, then on the envelope. */
function chooseMailbox(mail: ReadMail, mailboxes: readonly Mailbox[]): Mailbox | null {
  const { mailbox_id } = mail.row;
  if (mailbox_id !== null) return mailboxes.find(({ id }) => id === mailbox_id) ?? null;
  const found = listRecipients(mail).map((address) => pickByAddress(mailboxes, address));
  return found.find((mailbox) => mailbox !== null) ?? null;
}

function listRecipients({ parsed, envelopeTo }: ReadMail): string[] {
  const named = [...parsed.to, ...parsed.cc].map(({ address }) => address);
  return [...named, ...parsed.deliveredTo, ...envelopeTo];
}

function listAddresses(mail: ReadMail): string[] {
  const { from } = mail.parsed;
  return [...(from ? [from.address] : []), ...listRecipients(mail)];
}

/** Throws on for the queue to try again, until the mail has failed often enough, or can never be read. */
async function countFailure(app: App, id: string, error: unknown): Promise<void> {
  // Neither is a failure of the mail: it waits until the other one is processed, or the store of its bytes is back.
  if (error instanceof PutOff || error instanceof FilesAway) throw error;
  const isHopeless =
    error instanceof OriginalGone || (error instanceof MailNotRead && error.because !== "stopped");
  const counted = await app.db
    .updateTable("incoming_mails")
    .set((eb) => ({ attempts: eb("attempts", "+", 1) }))
    .where("id", "=", id)
    .where("state", "=", "stored")
    .returning("attempts")
    .executeTakeFirst();
  if (!counted) return;
  app.log.warn({ err: error, mail: id, attempts: counted.attempts }, "a mail was not processed");
  if (!isHopeless && counted.attempts < ATTEMPTS) throw error;
  await runTransaction(app.db, async (db) => {
    const failed = await db
      .updateTable("incoming_mails")
      .set({ state: "failed", reason: "unreadable", detail: JSON.stringify(describeFailure(error)) })
      .where("id", "=", id)
      .where("state", "=", "stored")
      .executeTakeFirst();
    if (failed.numUpdatedRows !== 1n) return;
    const ctx = { db, now: app.clock.now(), actor: null, ip: null, requestId: id, via: "mail" as const };
    await recordEvent(ctx, { id, kind: "incoming.failed", after: { reason: "unreadable" } });
  });
}

/** Without the texts of rows, which the database's own sentences quote. */
function describeFailure(error: unknown): Record<string, string> {
  const { type, message, code } = describeError(error);
  const texts = Object.entries({ type, sentence: message ?? type, code });
  return Object.fromEntries(texts.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}
