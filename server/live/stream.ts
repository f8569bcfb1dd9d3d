import { randomUUID } from "node:crypto";
import { PassThrough } from "node:stream";
import { LIVE_TOPICS } from "#contract/events.ts";
import type { LiveMessages } from "#contract/live.ts";
import type { SignedIn } from "#server/lib/request-context.ts";
import type { LiveEvent } from "./events.ts";

/** One connection to a browser, in the form of server-sent events. */
export type Stream = {
  id: string;
  actor: SignedIn;
  /** The bearer that opened it; it is checked again and again, so that the connection ends with its rights. */
  authorization: string;
  out: PassThrough;
  sendEvents(events: LiveEvent[]): void;
  /** Sends a change that stands in no history, and so has no place to resume from. */
  sendChange(change: LiveMessages["change"]): void;
  /** Skips events that the history held when the connection was opened, however late their notices come. */
  skip(seqs: number[]): void;
  send<Name extends MessageName>(name: Name, data: LiveMessages[Name], seq?: number): void;
  sendHeartbeat(): void;
};

/** Messages without a history event behind them. */
export type MessageName = Exclude<keyof LiveMessages, "change">;

/** A browser that no longer reads must not fill our memory: it is cut off, and comes back to where it was. */
const MAX_UNREAD_BYTES = 256 * 1024;
/** Sent events that are remembered. Notices come in the order of the history but for simultaneous transactions. */
const MAX_REMEMBERED = 300;

export function openStream(actor: SignedIn, authorization: string): Stream {
  const out = new PassThrough();
  const write = (text: string) => {
    if (out.writableEnded || out.destroyed) return;
    if (out.readableLength + out.writableLength > MAX_UNREAD_BYTES) out.destroy();
    else out.write(text);
  };
  const known = new Set<number>();
  const remember = (seqs: number[]) => {
    for (const seq of seqs) known.add(seq);
    for (const seq of [...known].slice(0, Math.max(0, known.size - MAX_REMEMBERED))) known.delete(seq);
  };
  write("retry: 2000\n\n");
  return {
    id: randomUUID(),
    actor,
    authorization,
    out,
    sendEvents(events) {
      const fresh = events.filter(({ seq }) => !known.has(seq));
      remember(fresh.map(({ seq }) => seq));
      for (const { seq, ...change } of mergeChanges(fresh)) {
        write(`event: change\nid: ${seq}\ndata: ${JSON.stringify(change)}\n\n`);
      }
    },
    skip: remember,
    sendChange(change) {
      write(`event: change\ndata: ${JSON.stringify(change)}\n\n`);
    },
    send(name, data, seq) {
      write(`event: ${name}\n${seq === undefined ? "" : `id: ${seq}\n`}data: ${JSON.stringify(data)}\n\n`);
    },
    sendHeartbeat: () => write(":\n\n"),
  };
}

/** Merges changes that differ only in their place, at the last place. */
function mergeChanges(events: LiveEvent[]) {
  const changes = events.map(({ seq, entity, entity_id, kind, ticket_id }) => ({
    seq,
    topic: topicOf(entity),
    id: entity_id,
    kind,
    ...(ticket_id === null || entity === "ticket" ? {} : { ticket_id }),
  }));
  return [...new Map(changes.map((change) => [`${change.kind} ${change.id}`, change])).values()];
}

/** The topic of an entity; one that only a newer version knows is its own. */
function topicOf(entity: string): string {
  const topics: Record<string, string> = LIVE_TOPICS;
  return topics[entity] ?? entity;
}
