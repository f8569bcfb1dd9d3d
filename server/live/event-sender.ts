import type { App, SignedIn } from "#server/lib/request-context.ts";
import type { Connections } from "./connections.ts";
import { readEventsAfter, readEventsSince, type LiveEvent } from "./events.ts";
import { filterEvents } from "./recipients.ts";
import type { Stream } from "./stream.ts";

/** Missed events that are delivered one by one; with more the browser fetches anew. */
const MAX_RESUMED = 500;

type Sending = {
  connections: Connections;
  /** Called when the desk's metrics may have changed. */
  onCounted: () => Promise<void>;
};

/** The things whose number is in the metrics, or decides what is. */
const COUNTED: ReadonlySet<string> = new Set(["ticket", "incoming", "mailbox", "sla"]);

/** Sends each connection the events that its person may know. One batch at a time: the caller waits for each. */
export function openEventSender(app: App, { connections, onCounted }: Sending) {
  let lastDelivered = 0;

  async function deliver(events: LiveEvent[], to = connections.all()): Promise<void> {
    if (events.length === 0) return;
    noteDelivered(events.at(-1)?.seq ?? 0);
    await connections.recheck(
      to.filter((stream) => events.some((event) => affectsRights(stream.actor, event))),
    );
    const filterFor = filterEvents(app, events);
    const heard = new Map<string, LiveEvent[]>();
    for (const stream of to.filter(connections.has)) {
      const { id } = stream.actor;
      if (!heard.has(id)) heard.set(id, await filterFor(stream.actor));
      stream.sendEvents(heard.get(id) ?? []);
    }
    if (events.some(({ entity }) => COUNTED.has(entity))) await onCounted();
  }

  function noteDelivered(seq: number): void {
    lastDelivered = Math.max(lastDelivered, seq);
  }

  /** Delivers events that connections have missed, or says that they were too many. */
  async function deliverMissed(to: Stream[], events: LiveEvent[] | "too many"): Promise<void> {
    if (events !== "too many") return deliver(events, to);
    for (const stream of to) stream.send("missed", {});
  }

  /** Delivers the events after a place. */
  const deliverAfter = async (to: Stream[], after: number) =>
    deliverMissed(to, after === 0 ? "too many" : await readEventsAfter(app.db, after, MAX_RESUMED));

  return {
    deliver,
    deliverMissed,
    deliverAfter,
    /** Delivers the events since a time. */
    deliverSince: async (to: Stream[], since: Date) =>
      deliverMissed(to, await readEventsSince(app.db, since, MAX_RESUMED)),
    /** Delivers what came while nothing was heard of other processes. */
    deliverInterrupted: async () => deliverAfter(connections.all(), lastDelivered),
    /** What stands at this place needs no delivery after an interruption: whoever connects now has read it. */
    noteDelivered,
  };
}

function affectsRights(actor: SignedIn, { entity_id }: LiveEvent): boolean {
  return entity_id === actor.id || entity_id === actor.company_id;
}
