import { hasPermission } from "#contract/access/actor.ts";
import type { App, SignedIn } from "#server/lib/request-context.ts";
import { filterEventsFor } from "./recipients.ts";
import { readEventsAfter, readEventsAt, readEventsSince, readLastSeqs, type LiveEvent } from "./events.ts";
import { readLiveMetrics, mayReceiveMetrics, metricsFor, type LiveMetrics } from "./metrics.ts";
import { openConnections } from "./connections.ts";
import { openInboxCounts } from "./inbox-counts.ts";
import { openDueNews } from "./due-news.ts";
import { openOwnWords } from "./own-words.ts";
import { openLostNotices } from "./lost-notices.ts";
import { openPresence } from "./presence.ts";
import type { Stream } from "./stream.ts";

/** Milliseconds. */
const HEARTBEAT = 15_000;
/** Missed events that are delivered one by one; with more the browser fetches anew. */
const MAX_RESUMED = 500;

/** Milliseconds between a notice and the search for those that were never sent. */
const SEARCH_AFTER = 1000;

/** The things whose number is in the metrics, or decides what is. */
const COUNTED: ReadonlySet<string> = new Set(["ticket", "incoming", "mailbox", "sla"]);

/** The place after which a connection goes on that was open before; else the time at which its browser began to read. */
type Start = { after?: number; since?: Date };

/** Delivers events of all processes to the open connections of this one. */
export function openHub(app: App) {
  const connections = openConnections(app);
  const presence = openPresence();
  const inboxes = openInboxCounts(app, connections);
  const ownWords = openOwnWords(connections);
  const dueNews = openDueNews(app, connections);
  let listening: Promise<void> | null = null;
  let isOver = false;
  let heartbeat: NodeJS.Timeout | undefined;
  let lastDelivered = 0;
  const lost = openLostNotices(app.db);
  let searching: NodeJS.Timeout | undefined;
  let isBusy = false;
  let lastMetrics: LiveMetrics | null = null;
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
        void next(async () => deliver(await readEventsAt(app.db, seqs)));
        searchSoon();
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
          await resume(connections.all(), lastDelivered);
          await inboxes.sendTo(connections.all());
        }),
    });
    heartbeat ??= setInterval(() => void next(sendHeartbeats), HEARTBEAT).unref();
    return listening;
  }

  async function deliver(events: LiveEvent[], to = connections.all()): Promise<void> {
    if (events.length === 0) return;
    lastDelivered = Math.max(lastDelivered, events.at(-1)?.seq ?? 0);
    await connections.recheck(
      to.filter((stream) => events.some((event) => affectsRights(stream.actor, event))),
    );
    const heard = new Map<string, LiveEvent[]>();
    for (const stream of to.filter(connections.has)) {
      const { id } = stream.actor;
      if (!heard.has(id)) heard.set(id, await filterEventsFor(app, stream.actor, events));
      stream.sendEvents(heard.get(id) ?? []);
    }
    if (events.some(({ entity }) => COUNTED.has(entity))) await sendMetrics();
  }

  /** Delivers what another instance committed, and died before it announced it. */
  async function deliverLost(): Promise<void> {
    const listening = connections.all();
    if (listening.length === 0) lost.end();
    else await deliverMissed(listening, await lost.find());
  }

  /** Searches a second after a notice, and again as long as more of them come. */
  function searchSoon(): void {
    isBusy = searching !== undefined;
    searching ??= setTimeout(() => {
      searching = undefined;
      void next(deliverLost);
      if (isBusy) searchSoon();
    }, SEARCH_AFTER).unref();
  }

  /** Delivers the events after a place, or says that too many were missed. */
  async function resume(to: Stream[], after: number): Promise<void> {
    await deliverMissed(to, after === 0 ? "too many" : await readEventsAfter(app.db, after, MAX_RESUMED));
  }

  async function deliverMissed(to: Stream[], events: LiveEvent[] | "too many"): Promise<void> {
    if (events !== "too many") return deliver(events, to);
    for (const stream of to) stream.send("missed", {});
  }

  /** Sends a new connection the events that its browser may have missed, and the current metrics. */
  async function sendInitialState(stream: Stream, { after, since }: Start): Promise<void> {
    connections.add(stream);
    const past = await readLastSeqs(app.db);
    const newest = past[0] ?? 0;
    lastDelivered = Math.max(lastDelivered, newest);
    lost.begin(past);
    if (after !== undefined && after > newest) stream.send("missed", {});
    else if (after !== undefined) await resume([stream], after);
    else if (since) await deliverMissed([stream], await readEventsSince(app.db, since, MAX_RESUMED));
    stream.skip(past);
    stream.send("ready", {}, newest);
    if (mayReceiveMetrics(stream.actor))
      stream.send("figures", metricsFor(stream.actor, await readLiveMetrics(app.db)));
    await inboxes.sendTo([stream]);
  }

  /** Sends changed metrics to everybody who sees the whole desk. */
  async function sendMetrics(): Promise<void> {
    const seeing = connections.all().filter(({ actor }) => mayReceiveMetrics(actor));
    if (seeing.length === 0) return;
    const figures = await readLiveMetrics(app.db);
    const isOld = (name: keyof LiveMetrics) => figures[name] === lastMetrics?.[name];
    if (isOld("open_tickets") && isOld("held_mails") && isOld("service_levels")) return;
    lastMetrics = figures;
    for (const stream of seeing) stream.send("figures", metricsFor(stream.actor, figures));
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
      clearTimeout(searching);
      await connections.end();
      await work;
    },
  };
}

function omitSelf<Person extends { id: string }>(actor: SignedIn, people: Person[]): Person[] {
  return people.filter(({ id }) => id !== actor.id);
}

function affectsRights(actor: SignedIn, { entity_id }: LiveEvent): boolean {
  return entity_id === actor.id || entity_id === actor.company_id;
}
