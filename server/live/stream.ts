import { PassThrough } from "node:stream";
import { topicOf } from "#contract/events.ts";
import type { LiveMessages } from "#contract/live.ts";
import type { SignedIn } from "#server/lib/context.ts";
import type { LiveEvent } from "./events.ts";

/** One open line to a browser, in the form of server-sent events (WHATWG HTML, 9.2). */
export type Stream = {
  actor: SignedIn;
  /** The bearer that opened it; it is asked for again and again, so that rights end the line when they end. */
  authorization: string;
  out: PassThrough;
  tell(events: LiveEvent[]): void;
  /** What stood in the history when the line was opened is not news, however late its notice comes. */
  skip(seqs: number[]): void;
  say<Name extends Said>(name: Name, data: LiveMessages[Name], seq?: number): void;
  beat(): void;
};

/** What is said without an event of the history behind it. */
export type Said = Exclude<keyof LiveMessages, "change">;

/** A browser that no longer reads must not fill our memory: it is cut off, and comes back to where it was. */
const MOST_UNREAD = 256 * 1024;
/** Notices come in the order of the history but for those of deeds at the same time: so many are enough. */
const MOST_REMEMBERED = 300;

export function openStream(actor: SignedIn, authorization: string): Stream {
  const out = new PassThrough();
  const write = (text: string) => {
    if (out.writableEnded || out.destroyed) return;
    if (out.readableLength + out.writableLength > MOST_UNREAD) out.destroy();
    else out.write(text);
  };
  const known = new Set<number>();
  const remember = (seqs: number[]) => {
    for (const seq of seqs) known.add(seq);
    for (const seq of [...known].slice(0, Math.max(0, known.size - MOST_REMEMBERED))) known.delete(seq);
  };
  write("retry: 2000\n\n");
  return {
    actor,
    authorization,
    out,
    tell(events) {
      const fresh = events.filter(({ seq }) => !known.has(seq));
      remember(fresh.map(({ seq }) => seq));
      for (const { seq, ...change } of inShort(fresh)) {
        write(`event: change\nid: ${seq}\ndata: ${JSON.stringify(change)}\n\n`);
      }
    },
    skip: remember,
    say(name, data, seq) {
      write(`event: ${name}\n${seq === undefined ? "" : `id: ${seq}\n`}data: ${JSON.stringify(data)}\n\n`);
    },
    beat: () => write(":\n\n"),
  };
}

/** What is the same but for its place is said once, at the last place. */
function inShort(events: LiveEvent[]) {
  const changes = events.map(({ seq, entity, entity_id, kind, ticket_id }) => ({
    seq,
    room: topicOf(entity),
    id: entity_id,
    kind,
    ...(ticket_id === null || entity === "ticket" ? {} : { ticket_id }),
  }));
  return [...new Map(changes.map((change) => [`${change.kind} ${change.id}`, change])).values()];
}
