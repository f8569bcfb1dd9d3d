import { hasPermission } from "#contract/access/actor.ts";
import type { App, SignedIn } from "#server/lib/request-context.ts";
import { openConnections } from "./connections.ts";
import { openEventSender } from "./event-sender.ts";
import { readEventsAt, readLastSeqs } from "./events.ts";
import { openMetricsSender } from "./metrics-sender.ts";
import { openDueNews } from "./due-news.ts";
import { openInboxCounts } from "./inbox-counts.ts";
import { openLostNotices } from "./lost-notices.ts";
import { openOwnWords } from "./own-words.ts";
import { openPresence } from "./presence.ts";
import { openSearchAfterNotices } from "./search-after-notices.ts";
import type { Stream } from "./stream.ts";

/** Milliseconds. */
const HEARTBEAT = 15_000;

/** The place after which a connection goes on that was open before; else the time at which its browser began to read. */
type Start = { after?: number; since?: Date };

/** Delivers events of all processes to the open connections of this one. */
export function openHub(app: App) {
  const connections = openConnections(app);
  const presence = openPresence();
  const inboxes = openInboxCounts(app, connections);
  const ownWords = openOwnWords(connections);
  const dueNews = openDueNews(app, connections);
  const metrics = openMetricsSender(app, connections);
  const events = openEventSender(app, { connections, onCounted: () => metrics.sendChanged() });
  const lost = openLostNotices(app.db);
  const search = openSearchAfterNotices(() => void next(deliverLost));
  let listening: Promise<void> | null = null;
  let isOver = false;
  let heartbeat: NodeJS.Timeout | undefined;
  /** Runs one batch after the other, so that no connection gets the second before the first. */
  let work = Promise.resolve();

  const next = (task: () => Promise<void>) => {
    work = work.then(task).catch((error: unknown) => {
      app.log.error({ err: error }, "live events");
      // Undelivered events have to be fetched.
      connections.sendToAll("missed", {});
    });
    return work;
  };

  function listen(): Promise<void> {
    listening ??= app.live.listen({
      changed: (notices) => {
        const seqs = notices.map(({ seq }) => seq);
        lost.remember(seqs);
        void next(() => deliverAt(seqs));
        search.searchSoon();
      },
      whisper: (text) => {
        if (ownWords.receive(text)) return;
        const due = dueNews.receive(text);
        if (due !== null) {
          void next(() => dueNews.send(due));
          return;
        }
        if (!inboxes.receive(text)) sendPresence(presence.receive(text, app.clock.now()));
        else void next(() => inboxes.sendChanged());
      },
      interrupted: () =>
        void next(async () => {
          await events.deliverInterrupted();
          await inboxes.sendTo(connections.all());
        }),
    });
    heartbeat ??= setInterval(() => void next(sendHeartbeats), HEARTBEAT).unref();
    return listening;
  }

  /** Delivers events; where nobody listens, as at night while mails come in, none is read. */
  async function deliverAt(seqs: number[]): Promise<void> {
    if (connections.all().length > 0) await events.deliver(await readEventsAt(app.db, seqs));
  }

  /** Delivers what another instance committed, and died before it announced it. */
  async function deliverLost(): Promise<void> {
    const listening = connections.all();
    if (listening.length === 0) lost.end();
    else await events.deliverMissed(listening, await lost.find());
  }

  /** Sends a new connection the events that its browser may have missed, and the current metrics. */
  async function sendInitialState(stream: Stream, { after, since }: Start): Promise<void> {
    connections.add(stream);
    const past = await readLastSeqs(app.db);
    const newest = past[0] ?? 0;
    events.noteDelivered(newest);
    lost.begin(past);
    if (after !== undefined && after > newest) stream.send("missed", {});
    else if (after !== undefined) await events.deliverAfter([stream], after);
    else if (since) await events.deliverSince([stream], since);
    stream.skip(past);
    stream.send("ready", {}, newest);
    await metrics.sendTo(stream);
    await inboxes.sendTo([stream]);
  }

  /** Sends who looks at a ticket to the staff who look at it themselves. */
  function sendPresence(ticketId: string | null): void {
    if (ticketId === null) return;
    const people = presence.at(ticketId);
    const looking = connections.all().filter(({ actor }) => people.some(({ id }) => id === actor.id));
    for (const stream of looking.filter(({ actor }) => hasPermission(actor, "comments.internal")))
      stream.send("presence", { ticket_id: ticketId, people: omitSelf(stream.actor, people) });
  }

  async function sendHeartbeats(): Promise<void> {
    for (const ticketId of presence.prune(app.clock.now())) sendPresence(ticketId);
    await deliverLost();
    for (const stream of connections.all()) stream.sendHeartbeat();
    await connections.report();
    await connections.recheck(connections.all());
  }

  return {
    /** Opens a connection. Refuses 429 when a person has too many. */
    async open(actor: SignedIn, authorization: string, start: Start): Promise<Stream> {
      const stream = await connections.make(actor, authorization);
      try {
        await listen();
        // The initial state goes into the queue of all deliveries: nothing falls between the past and the present.
        await next(() => sendInitialState(stream, start));
      } catch (error) {
        // A stream left open would count among the windows of its person for ever.
        stream.out.destroy();
        throw error;
      }
      // A browser that reconnects to a server that shuts down has to reconnect again, and finds the next one.
      if (isOver) stream.out.end();
      return stream;
    },
    async peopleAt(actor: SignedIn, ticketId: string) {
      await listen();
      return { ticket_id: ticketId, people: omitSelf(actor, presence.at(ticketId)) };
    },
    listen,
    async end(): Promise<void> {
      isOver = true;
      clearInterval(heartbeat);
      search.end();
      await connections.end();
      await work;
    },
  };
}

function omitSelf<Person extends { id: string }>(actor: SignedIn, people: Person[]): Person[] {
  return people.filter(({ id }) => id !== actor.id);
}
