import type { ClientBase, Pool } from "pg";
import type { Logger } from "pino";
import type { Live } from "./listen-notify.ts";

export type Announcements = {
  /** Lets the connections of a pool leave their notices to this process. */
  collectFrom(pool: Pool): Promise<void>;
  /** Sends what is still to be sent. */
  end(): Promise<void>;
};

/** Milliseconds in which the notices of several transactions are gathered. */
const GATHERING = 5;
/** Milliseconds until the connection may be back. */
const RETRY = 1000;
/** The code of the messages of the history's trigger (migration 0030). */
const HISTORY_ROW = "WP001";

/**
 * Announces rows of the history after their transaction. A notice inside of it would make all commits of the database
 * wait for each other's flush to the disk. What a process that dies in between did not announce, the others find in the
 * history (server/live/hub.ts).
 */
export function announceAfterCommit(live: Live, log: Logger): Announcements {
  let waiting: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  /** Sends one batch after the other. */
  let work = Promise.resolve();

  async function sendWaiting(): Promise<void> {
    const lines = waiting;
    waiting = [];
    try {
      if (lines.length > 0) await live.announce(lines);
    } catch (error) {
      log.warn({ err: error }, "notices wait for their connection");
      waiting = [...lines, ...waiting];
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
    async collectFrom(pool) {
      // A setting of the session rather than of its start: proxies refuse to start a session with settings they do not know.
      afterConnecting(pool, async (client) => {
        collectLines(client, (lines) => {
          if (isOver) return;
          waiting.push(...lines);
          plan(GATHERING);
        });
        await client.query("set waypost.announces = 'after'");
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

/**
 * Collects the lines of a connection until its transaction has ended. Those of one that was rolled back, or of which
 * nobody knows how it ended, are announced too: whoever reads them finds no such row, which harms nobody.
 */
function collectLines(client: ClientBase, announce: (lines: string[]) => void): void {
  let lines: string[] = [];
  const announceAll = () => {
    if (lines.length === 0) return;
    announce(lines);
    lines = [];
  };
  client.on("notice", ({ code, message = "" }) => {
    if (code === HISTORY_ROW) lines.push(message);
  });
  client.on("drain", () => {
    if (client.getTransactionStatus() === "I") announceAll();
  });
  client.on("end", announceAll);
}
