import type { Client, Pool } from "pg";
import type { Logger } from "pino";
import { askNamed } from "#server/db/ask-named.ts";
import { openClient } from "#server/db/several-hosts.ts";
import { makeTurns } from "./in-turn.ts";

/** An event of this process or another: its place in the history, and its entity. */
export type Notice = { seq: number; entity: string; id: string };

export type Listener = {
  changed(notices: Notice[]): void;
  /** A message that is kept nowhere: who looks at which ticket, or whose Inbox has changed. */
  whisper(text: string): void;
  /** Notices may have been lost: read them from the history. */
  interrupted(): void;
};

export type Live = {
  /** Subscribes a listener; the promise resolves when nothing more can be missed. */
  listen(listener: Listener): Promise<void>;
  /** Sends lines as the history's trigger writes them, and whispers. Fails where the connection is away. */
  announce(lines: string[], whispers?: string[]): Promise<void>;
  stop(): Promise<void>;
};

/** The channel of the history's trigger, and the one of messages that are kept nowhere. */
const HISTORY_CHANNEL = "waypost";
export const WHISPER_CHANNEL = "waypost_whispers";

/** Milliseconds: between two tries to come back, at least and at most, and between two checks of the connection. */
const MIN_RETRY = 100;
const MAX_RETRY = 5000;
const CHECK_INTERVAL = 15_000;

/**
 * Opens one connection a process that listens to the database and announces to it, when it is first needed; `sessions` lead
 * past a pooler that hands out connections by transaction, where nobody is heard. It reconnects by itself after the database was away, and says so, since notices are not kept for absent listeners.
 */
export function openLive(sessions: Pool, log: Logger): Live {
  const listeners = new Set<Listener>();
  let client: Client | null = null;
  let opening: Promise<void> | null = null;
  let again: NodeJS.Timeout | undefined;
  let pulse: NodeJS.Timeout | undefined;
  let stopped = false;
  const inTurn = makeTurns();
  const take = collectBatches((notices) => listeners.forEach((each) => each.changed(notices)));

  async function open(): Promise<void> {
    const fresh = await openClient({ ...sessions.options, application_name: "waypost-live" });
    const lost = () => {
      if (client !== fresh) return;
      client = null;
      reconnect(MIN_RETRY);
    };
    fresh.on("error", lost);
    fresh.on("end", lost);
    fresh.on("notification", ({ channel, payload }) => receive(channel, payload ?? ""));
    await fresh.query(`listen ${HISTORY_CHANNEL}`);
    await fresh.query(`listen ${WHISPER_CHANNEL}`);
    client = fresh;
    if (stopped) await close();
  }

  function receive(channel: string, text: string): void {
    for (const line of text.split("\n")) {
      if (channel === WHISPER_CHANNEL) listeners.forEach((each) => each.whisper(line));
      else hearChange(line);
    }
  }

  function hearChange(line: string): void {
    const [seq, entity, id] = line.split(" ");
    if (entity && id) take({ seq: Number(seq), entity, id });
  }

  function reconnect(wait: number): void {
    if (stopped) return;
    again = setTimeout(() => {
      opening = open();
      opening.then(
        () => listeners.forEach((each) => each.interrupted()),
        (error: unknown) => {
          log.warn({ err: error }, "the live connection cannot be opened");
          reconnect(Math.min(wait * 2, MAX_RETRY));
        },
      );
    }, wait);
  }

  async function openOnce(): Promise<void> {
    pulse ??= setInterval(() => void checkConnection(), CHECK_INTERVAL).unref();
    if (!opening) {
      opening = open();
      opening.catch(() => reconnect(MIN_RETRY));
    }
    await opening.catch(() => {});
  }

  /** One that broke silently stays silent for hours, so a query without an answer ends it. */
  async function checkConnection(): Promise<void> {
    const checked = client;
    if (!checked) return;
    const impatient = setTimeout(() => void checked.end(), CHECK_INTERVAL / 3);
    await inTurn(() => checked.query("select 1")).catch(() => {});
    clearTimeout(impatient);
  }

  async function close(): Promise<void> {
    const last = client;
    client = null;
    await last?.end().catch(() => {});
  }

  return {
    async listen(listener) {
      listeners.add(listener);
      await openOnce();
    },
    async announce(lines, whispers = []) {
      await openOnce();
      const values = [packLines(lines), packLines(whispers)];
      await inTurn(async () => {
        if (!client) throw new Error("The live connection is away.");
        await askNamed(client, { name: "announce", text: ANNOUNCE, values });
      });
    },
    async stop() {
      stopped = true;
      clearTimeout(again);
      clearInterval(pulse);
      await opening?.catch(() => {});
      await close();
    },
  };
}

/** After each write; the connection keeps its session, and so the name. */
const ANNOUNCE = `select pg_notify('${HISTORY_CHANNEL}', line) from unnest($1::text[]) as line
  union all select pg_notify('${WHISPER_CHANNEL}', line) from unnest($2::text[]) as line`;

/** A notice holds less than 8,000 bytes. */
const FULL = 7000;

/** Packs the lines of a bulk change, of some 60 bytes each, into few notices. */
function packLines(lines: readonly string[]): string[] {
  const packed: string[][] = [];
  let room = 0;
  for (const line of lines) {
    room -= Buffer.byteLength(line) + 1;
    if (room >= 0) {
      packed.at(-1)?.push(line);
      continue;
    }
    packed.push([line]);
    room = FULL - Buffer.byteLength(line);
  }
  return packed.map((together) => together.join("\n"));
}

/** A bulk change sends hundreds of notices at once: they are read from the history together. */
function collectBatches(deliver: (notices: Notice[]) => void): (notice: Notice) => void {
  let waiting: Notice[] = [];
  return (notice) => {
    waiting.push(notice);
    if (waiting.length > 1) return;
    setImmediate(() => {
      const notices = waiting;
      waiting = [];
      deliver(notices);
    });
  };
}
