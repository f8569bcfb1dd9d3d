import type { ImapFlow } from "imapflow";
import type { App } from "#server/lib/request-context.ts";
import type { Mailbox } from "#server/mailboxes/read.ts";
import { reportMailboxState } from "#server/mailboxes/state.ts";
import { computeRetryDelay, type Pauses } from "../pauses.ts";
import { connectToMailbox, isSignInRefused } from "./connect.ts";
import type { MailboxLocks } from "./mailbox-locks.ts";
import { readFolder } from "./read-folder.ts";

/** Milliseconds between two looks, whatever IDLE says; it begins anew with each, long before servers end it. */
const LOOK_EVERY = 60_000;
/** Milliseconds until another instance's mailbox is asked for again. */
const TAKE_AGAIN = 15_000;
/** Failures of our own side that count at most: 16 seconds. */
const OWN_FAILURES = 5;
/** Milliseconds for the mail that is under way when everything ends. */
const PATIENCE = 3000;
/** Milliseconds for saying goodbye. */
const GOODBYE = 1000;

export type Watching = {
  app: App;
  pauses: Pauses;
  locks: MailboxLocks;
  /** Milliseconds without a byte while an answer is owed, after which a connection counts as dead. */
  silence: number;
};

/** Our own side failed, such as the database or the disk; it says nothing about the mailbox. */
class OwnFault extends Error {
  constructor(cause: unknown) {
    super("mail could not be stored", { cause });
    this.name = "OwnFault";
  }
}

/** Reads a mailbox until the signal is aborted: alone over all instances, and again after whatever went wrong. */
export async function watchMailbox(watching: Watching, mailbox: Mailbox, signal: AbortSignal): Promise<void> {
  const { app, pauses } = watching;
  for (let failures = 0; !signal.aborted;) {
    try {
      const wasHeld = await readAlone(watching, mailbox, signal, () => (failures = 0));
      if (!wasHeld) await pauses.pause(TAKE_AGAIN, signal);
    } catch (error) {
      if (signal.aborted) return;
      failures += 1;
      app.log.warn({ err: error, mailbox: mailbox.id }, "a mailbox cannot be read");
      await report(app, mailbox, error);
      await pauses.pause(delayAfter(error, failures), signal);
    }
  }
}

/** Providers lock accounts that insist; our own side is back soon. */
function delayAfter(error: unknown, failures: number): number {
  if (isSignInRefused(error)) return computeRetryDelay(Infinity);
  return computeRetryDelay(error instanceof OwnFault ? Math.min(failures, OWN_FAILURES) : failures);
}

async function report(app: App, mailbox: Mailbox, error: unknown): Promise<void> {
  if (error instanceof OwnFault) return;
  const state = isSignInRefused(error) ? "sign_in_refused" : "unreachable";
  // The database may be what is away.
  await reportMailboxState(app, mailbox.id, state, error).catch((failed: unknown) =>
    app.log.warn({ err: failed, mailbox: mailbox.id }, "the state of a mailbox could not be written"),
  );
}

/** False while another instance has the mailbox. */
async function readAlone(
  watching: Watching,
  mailbox: Mailbox,
  signal: AbortSignal,
  onRead: () => void,
): Promise<boolean> {
  const held = await watching.locks.take(mailbox.id).catch((error: unknown) => {
    throw new OwnFault(error);
  });
  if (!held) return false;
  try {
    await readUntil(watching, mailbox, AbortSignal.any([signal, held.lost]), onRead);
  } finally {
    await held.release();
  }
  return true;
}

/** One connection, from its beginning to its end; `onRead` is called when everything has been read. */
async function readUntil(
  { app, pauses, silence }: Watching,
  mailbox: Mailbox,
  signal: AbortSignal,
  onRead: () => void,
): Promise<void> {
  const client = await connectToMailbox(app, mailbox, { silence, signal });
  // A mail that is under way when all ends is stored first, where that is soon.
  const cut = () => void setTimeout(() => client.close(), PATIENCE).unref();
  signal.addEventListener("abort", cut);
  const news = listenForNews(client);
  try {
    const folders = await listFolders(client, mailbox);
    while (!signal.aborted) {
      news.forget();
      for (const folder of folders) await readFolder({ app, client, mailbox, signal }, folder);
      await reportMailboxState(app, mailbox.id, "ok");
      onRead();
      if (signal.aborted) return;
      await waitForNews(client, { pauses, silence, news, signal });
    }
  } catch (error) {
    throw isOwnFault(client, error) ? new OwnFault(error) : error;
  } finally {
    signal.removeEventListener("abort", cut);
    await sayGoodbye(client);
  }
}

/** The connection still stands, and it is not the server that said no. */
function isOwnFault(client: ImapFlow, error: unknown): boolean {
  return client.usable && !(error instanceof Error && Reflect.get(error, "responseStatus") !== undefined);
}

/** The mailbox's folder comes last, so that it is the one that IDLE watches. */
async function listFolders(client: ImapFlow, { folder, spam_folder }: Mailbox): Promise<string[]> {
  if (!spam_folder) return [folder];
  const spam = (await client.list()).find(({ specialUse }) => specialUse === "\\Junk");
  return spam && spam.path !== folder ? [spam.path, folder] : [folder];
}

type News = { forget(): void; arrives(): Promise<void> };

/** Hears of mails that arrive also while others are read. */
function listenForNews(client: ImapFlow): News {
  let heard = false;
  let wake: (() => void) | null = null;
  const hear = () => {
    heard = true;
    wake?.();
  };
  client.on("exists", hear);
  client.on("close", hear);
  return {
    forget: () => (heard = false),
    arrives: () => (heard ? Promise.resolve() : new Promise((resolve) => (wake = resolve))),
  };
}

type Waiting = Pick<Watching, "pauses" | "silence"> & { news: News; signal: AbortSignal };

async function waitForNews(client: ImapFlow, { pauses, silence, news, signal }: Waiting): Promise<void> {
  const over = new AbortController();
  const idling = client.idle();
  // Its connection may break meanwhile: the next command tells.
  idling.catch(() => {});
  await Promise.race([news.arrives(), pauses.pause(LOOK_EVERY, AbortSignal.any([signal, over.signal]))]);
  over.abort();
  if (!signal.aborted) await endIdle(client, silence);
}

/**
 * Ends IDLE by the next command. A server that never took IDLE gets none: DONE may not be sent before it has, and the
 * client takes its silence for that of IDLE. So the time is measured here.
 */
async function endIdle(client: ImapFlow, silence: number): Promise<void> {
  await closeUnlessAnswered(client, silence, client.noop());
}

async function sayGoodbye(client: ImapFlow): Promise<void> {
  await closeUnlessAnswered(client, GOODBYE, client.logout());
  client.close();
}

/** Waits for a command that many milliseconds. What breaks here is told by the command after it. */
async function closeUnlessAnswered(
  client: ImapFlow,
  milliseconds: number,
  command: Promise<unknown>,
): Promise<void> {
  const timer = setTimeout(() => client.close(), milliseconds);
  await command.catch(() => {});
  clearTimeout(timer);
}
