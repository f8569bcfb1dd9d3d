import type { App } from "#server/lib/request-context.ts";
import type { Mailbox } from "#server/mailboxes/read.ts";
import { type Pauses, systemPauses } from "../pauses.ts";
import { openMailboxLocks } from "./mailbox-locks.ts";
import { watchMailbox } from "./watch-mailbox.ts";

/** Milliseconds: how often mailboxes are looked for, whatever was announced, and how long an end waits for a mail. */
const LIST_EVERY = 30_000;
const PATIENCE = 5000;
/** Milliseconds without a byte while an answer is owed, after which a connection counts as dead. */
const SILENCE = 90_000;

export type ImapDoor = {
  /** Begins to read what there is, and what is added or changed from now on. */
  start(): Promise<void>;
  /** Brings what is read in line with the mailboxes that there are. */
  adjust(): Promise<void>;
  /** Ends all connections; a mail that is under way is stored first, where that is soon. */
  stop(): Promise<void>;
};

type Watched = { version: number; ending: AbortController; done: Promise<void> };

/** Reads the mailboxes of other servers, each by one connection; loads and opens nothing while there is none. */
export function openImapDoor(
  app: App,
  { pauses = systemPauses, silence = SILENCE }: { pauses?: Pauses; silence?: number } = {},
): ImapDoor {
  const locks = openMailboxLocks(app.sessions);
  const watched = new Map<string, Watched>();
  const stopping = new AbortController();
  let adjusting: Promise<void> = Promise.resolve();

  async function adjustNow(): Promise<void> {
    if (stopping.signal.aborted) return;
    const mailboxes = await listReadMailboxes(app);
    const wanted = new Map(mailboxes.map((mailbox) => [mailbox.id, mailbox.version]));
    for (const [id, { version, ending, done }] of watched) {
      if (wanted.get(id) === version) continue;
      watched.delete(id);
      ending.abort();
      await done;
    }
    for (const mailbox of mailboxes) if (!watched.has(mailbox.id)) watch(mailbox);
  }

  function watch(mailbox: Mailbox): void {
    const ending = new AbortController();
    const signal = AbortSignal.any([ending.signal, stopping.signal]);
    const options = { app, pauses, locks, silence };
    const done = watchMailbox(options, mailbox, signal);
    watched.set(mailbox.id, { version: mailbox.version, ending, done });
  }

  /** One after the other: two at once would read a mailbox twice. */
  function adjust(): Promise<void> {
    adjusting = adjusting.then(adjustNow).catch((error: unknown) => {
      app.log.warn({ err: error }, "the mailboxes cannot be listed");
    });
    return adjusting;
  }

  async function lookNowAndThen(): Promise<void> {
    while (!stopping.signal.aborted) {
      await pauses.pause(LIST_EVERY, stopping.signal);
      await adjust();
    }
  }

  return {
    async start() {
      await app.live.listen({
        changed: (notices) => {
          if (notices.some(({ entity }) => entity === "mailbox")) void adjust();
        },
        whisper: () => {},
        interrupted: () => void adjust(),
      });
      await adjust();
      void lookNowAndThen();
    },
    adjust,
    async stop() {
      stopping.abort();
      await adjusting;
      const ended = Promise.allSettled([...watched.values()].map(({ done }) => done));
      const over = new AbortController();
      await Promise.race([ended, systemPauses.pause(PATIENCE, over.signal)]);
      over.abort();
      await locks.stop();
    },
  };
}

/** Those that another server holds, and that are not paused. */
async function listReadMailboxes(app: App): Promise<Mailbox[]> {
  return app.db
    .selectFrom("mailboxes")
    .selectAll()
    .where("kind", "<>", "listen")
    .where("active", "=", true)
    .where("deleted_at", "is", null)
    .execute();
}
