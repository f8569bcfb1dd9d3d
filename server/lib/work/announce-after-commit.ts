import type { ClientBase, Pool } from "pg";
import type { Logger } from "pino";
import type { Live } from "./listen-notify.ts";

export type Announcements = {
  /**
   * Lets the connections of a pool leave their notices to this process. Without `keepsSession` the next transaction may be
   * another connection's: each says so for itself.
   */
  collectFrom(pool: Pool, options: { keepsSession: boolean }): Promise<void>;
  /** Sends what is still to be sent. */
  end(): Promise<void>;
};

/**
 * Milliseconds between two messages at least: the first notice leaves at once, what comes until the next message leaves together.
 * Each message costs a transaction, and every instance some statements for each person who listens.
 */
const APART = 25;
/** Milliseconds until the connection may be back. */
const RETRY = 1000;
/** The codes of the messages of the triggers of history and Inbox (migration 0076), a line each. */
const HISTORY_ROWS = "WP001";
const WHISPERS = "WP002";

/** Asks the triggers to hand over their lines instead of notifying. */
const ANNOUNCES_AFTER = "waypost.announces = 'after'";

/** Lines of the history, and messages that are kept nowhere. */
type Lines = { history: string[]; whispers: string[] };

/**
 * Announces rows of the history, and changes of Inboxes, after their transaction. A notice inside of it would make all
 * commits of the database wait for each other's flush to the disk. What a process that dies in between did not announce,
 * the others find in the history (server/live/hub.ts); an Inbox shows it with its next change.
 */
export function announceAfterCommit(live: Live, log: Logger): Announcements {
  let waiting = noLines();
  let timer: NodeJS.Timeout | undefined;
  let sentAt = -Infinity;
  let isOver = false;
  /** Sends one batch after the other. */
  let work = Promise.resolve();

  async function sendWaiting(): Promise<void> {
    const lines = waiting;
    waiting = noLines();
    sentAt = performance.now();
    try {
      if (holdsAny(lines)) await live.announce(lines.history, lines.whispers);
    } catch (error) {
      log.warn({ err: error }, "notices wait for their connection");
      waiting = join(lines, waiting);
      plan(RETRY);
    }
  }

  function plan(wait: number): void {
    if (isOver) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      work = work.then(sendWaiting);
    }, wait).unref();
  }

  return {
    async collectFrom(pool, { keepsSession }) {
      // A setting of the session rather than of its start: proxies refuse to start a session with settings they do not know.
      afterConnecting(pool, async (client) => {
        collectLines(client, (lines) => {
          if (isOver) return;
          waiting = join(waiting, lines);
          plan(Math.max(0, sentAt + APART - performance.now()));
        });
        if (keepsSession) await client.query(`set ${ANNOUNCES_AFTER}`);
        else sayWithinTransactions(client);
      });
      // Those that are open would go on without it.
      for (let idle = pool.idleCount; idle > 0; idle -= 1) (await pool.connect()).release(true);
    },
    async end() {
      isOver = true;
      clearTimeout(timer);
      await work.then(sendWaiting);
    },
  };
}

/** Besides what the pool does already with a new connection; it waits for both before it hands the connection out. */
function afterConnecting(pool: Pool, prepare: (client: ClientBase) => Promise<void>): void {
  const before: ((client: ClientBase) => unknown) | undefined = pool.options.onConnect;
  const both = async (client: ClientBase) => {
    await before?.(client);
    await prepare(client);
  };
  Object.assign(pool.options, { onConnect: both });
}

/** In the way of what opens a transaction; what stands alone lets the triggers notify, which is slower and as right. */
function sayWithinTransactions(client: ClientBase): void {
  const query = client.query.bind(client);
  const asked = (text: unknown, ...rest: unknown[]): unknown =>
    Reflect.apply(query, client, [text === "begin" ? `begin; set local ${ANNOUNCES_AFTER}` : text, ...rest]);
  Object.assign(client, { query: asked });
}

/**
 * Collects the lines of a connection until its transaction has ended. Those of one that was rolled back, or of which
 * nobody knows how it ended, are announced too: whoever reads them finds no such row, which harms nobody.
 */
function collectLines(client: ClientBase, announce: (lines: Lines) => void): void {
  let lines = noLines();
  const announceAll = () => {
    if (!holdsAny(lines)) return;
    announce(lines);
    lines = noLines();
  };
  client.on("notice", ({ code, message = "" }) => {
    const said = message.split("\n");
    if (code === HISTORY_ROWS) lines = join(lines, { history: said, whispers: [] });
    if (code === WHISPERS) lines = join(lines, { history: [], whispers: said });
  });
  client.on("drain", () => {
    if (client.getTransactionStatus() === "I") announceAll();
  });
  client.on("end", announceAll);
}

function noLines(): Lines {
  return { history: [], whispers: [] };
}

function holdsAny({ history, whispers }: Lines): boolean {
  return history.length + whispers.length > 0;
}

function join(first: Lines, second: Lines): Lines {
  return {
    history: [...first.history, ...second.history],
    whispers: [...first.whispers, ...second.whispers],
  };
}
