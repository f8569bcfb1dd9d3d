import { hasPermission } from "#contract/access/actor.ts";
import type { App, SignedIn } from "#server/lib/context.ts";
import { heardBy } from "./recipients.ts";
import { eventsAfter, eventsAt, lastSeqs, type LiveEvent } from "./events.ts";
import { figuresOf, maySeeFigures, type Figures } from "./metrics.ts";
import { openConnections } from "./connections.ts";
import { openPresence } from "./presence.ts";
import type { Stream } from "./stream.ts";

/** Milliseconds. */
const HEARTBEAT = 15_000;
/** More than this is fetched anew sooner than it is told. */
const MOST_TOLD = 500;

/** Tells the open lines of this process what happens anywhere. */
export function openDesk(app: App) {
  const lines = openConnections(app);
  const presence = openPresence();
  let listening: Promise<void> | null = null;
  let isOver = false;
  let heartbeat: NodeJS.Timeout | undefined;
  let told = 0;
  let shown: Figures | null = null;
  /** One batch after the other, so that nobody hears of the second thing before the first. */
  let work = Promise.resolve();

  const next = (task: () => Promise<void>) => {
    work = work.then(task).catch((error: unknown) => {
      app.log.error({ err: error }, "live events");
      // What could not be told has to be fetched.
      lines.say("missed", {});
    });
    return work;
  };

  function listen(): Promise<void> {
    listening ??= app.live.hear({
      changed: (notices) => {
        const seqs = notices.map(({ seq }) => seq);
        void next(async () => tell(await eventsAt(app.db, seqs)));
      },
      presence: (text) => showPresence(presence.hear(text, app.clock.now())),
      interrupted: () => void next(() => resume(lines.all(), told)),
    });
    heartbeat ??= setInterval(() => void next(beat), HEARTBEAT).unref();
    return listening;
  }

  async function tell(events: LiveEvent[], to = lines.all()): Promise<void> {
    if (events.length === 0) return;
    told = Math.max(told, events.at(-1)?.seq ?? 0);
    await lines.recheck(to.filter((stream) => events.some((event) => touchesRights(stream.actor, event))));
    const heard = new Map<string, LiveEvent[]>();
    for (const stream of to.filter(lines.has)) {
      const { id } = stream.actor;
      if (!heard.has(id)) heard.set(id, await heardBy(app, stream.actor, events));
      stream.tell(heard.get(id) ?? []);
    }
    if (events.some(({ entity }) => entity === "ticket")) await showFigures();
  }

  /** Tells what came after a place, or that it is too much to tell. */
  async function resume(to: Stream[], after: number): Promise<void> {
    const events = after === 0 ? "too many" : await eventsAfter(app.db, after, MOST_TOLD);
    if (events !== "too many") return tell(events, to);
    for (const stream of to) stream.say("missed", {});
  }

  /** A new line's first words: what it missed since `after`, if it was open before, and how things stand. */
  async function welcome(stream: Stream, after: number | undefined): Promise<void> {
    lines.add(stream);
    const past = await lastSeqs(app.db);
    const newest = past[0] ?? 0;
    told = Math.max(told, newest);
    if (after !== undefined && after > newest) stream.say("missed", {});
    else if (after !== undefined) await resume([stream], after);
    stream.skip(past);
    stream.say("ready", {}, newest);
    if (maySeeFigures(stream.actor)) stream.say("figures", await figuresOf(app.db));
  }

  /** To everybody who sees the whole desk, when they are others than were shown last. */
  async function showFigures(): Promise<void> {
    const seeing = lines.all().filter(({ actor }) => maySeeFigures(actor));
    if (seeing.length === 0) return;
    const figures = await figuresOf(app.db);
    if (figures.open_tickets === shown?.open_tickets) return;
    shown = figures;
    for (const stream of seeing) stream.say("figures", figures);
  }

  /** To those who look at the ticket themselves, and see such things at all. */
  function showPresence(ticketId: string | null): void {
    if (ticketId === null) return;
    const people = presence.at(ticketId);
    const looking = lines.all().filter(({ actor }) => people.some(({ id }) => id === actor.id));
    for (const stream of looking.filter(({ actor }) => hasPermission(actor, "comments.internal")))
      stream.say("presence", { ticket_id: ticketId, people: others(stream.actor, people) });
  }

  async function beat(): Promise<void> {
    for (const ticketId of presence.forget(app.clock.now())) showPresence(ticketId);
    for (const stream of lines.all()) stream.beat();
    await lines.recheck(lines.all());
  }

  return {
    /** A new line; from `after` on where it was open before. Refuses 429 when somebody has too many. */
    async open(actor: SignedIn, authorization: string, after: number | undefined): Promise<Stream> {
      const stream = lines.make(actor, authorization);
      try {
        await listen();
        // In the same queue as everything that is told: nothing falls between the past and the present.
        await next(() => welcome(stream, after));
      } catch (error) {
        // Else it would count among the windows of its person for ever.
        stream.out.destroy();
        throw error;
      }
      // Whoever comes back to a server that leaves is told to come again, and finds the next one.
      if (isOver) stream.out.end();
      return stream;
    },
    async peopleAt(actor: SignedIn, ticketId: string) {
      await listen();
      return { ticket_id: ticketId, people: others(actor, presence.at(ticketId)) };
    },
    listen,
    async end(): Promise<void> {
      isOver = true;
      clearInterval(heartbeat);
      lines.end();
      await work;
    },
  };
}

function others<Person extends { id: string }>(actor: SignedIn, people: Person[]): Person[] {
  return people.filter(({ id }) => id !== actor.id);
}

function touchesRights(actor: SignedIn, { entity_id }: LiveEvent): boolean {
  return entity_id === actor.id || entity_id === actor.company_id;
}
