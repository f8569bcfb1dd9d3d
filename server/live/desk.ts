import { has } from "#contract/access/actor.ts";
import { actorOf } from "../auth/session.ts";
import type { House, SignedIn } from "../lib/context.ts";
import { refuse } from "../lib/refusal.ts";
import { heardBy } from "./audience.ts";
import { factsAfter, factsAt, lastSeqs, type Fact } from "./facts.ts";
import { figuresOf, maySeeFigures, type Figures } from "./figures.ts";
import { openPresence } from "./presence.ts";
import { openStream, type Stream } from "./stream.ts";

/** Milliseconds. */
const HEARTBEAT = 15_000;
/** More than this is fetched anew sooner than it is told. */
const MOST_TOLD = 500;
/** Open lines of one person, that is tabs. */
const MOST_LINES = 30;

export type Desk = ReturnType<typeof openDesk>;

/** All open lines of this process, and who tells them what. */
export function openDesk(house: House) {
  const streams = new Set<Stream>();
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
      house.log.error({ err: error }, "live events");
      // What could not be told has to be fetched.
      for (const stream of streams) stream.say("missed", {});
    });
    return work;
  };

  function listen(): Promise<void> {
    listening ??= house.live.hear({
      changed: (notices) =>
        void next(async () =>
          tell(
            await factsAt(
              house.db,
              notices.map(({ seq }) => seq),
            ),
          ),
        ),
      whispered: (text) => showPresence(presence.hear(text, house.clock.now())),
      interrupted: () => void next(() => resume([...streams], told)),
    });
    heartbeat ??= setInterval(() => void next(beat), HEARTBEAT).unref();
    return listening;
  }

  async function tell(facts: Fact[], to = [...streams]): Promise<void> {
    if (facts.length === 0) return;
    told = Math.max(told, facts.at(-1)?.seq ?? 0);
    await recheck(to.filter((stream) => facts.some((fact) => touchesRights(stream.actor, fact))));
    const heard = new Map<string, Fact[]>();
    for (const stream of to.filter((each) => streams.has(each))) {
      const { id } = stream.actor;
      if (!heard.has(id)) heard.set(id, await heardBy(house, stream.actor, facts));
      stream.tell(heard.get(id) ?? []);
    }
    if (facts.some(({ entity }) => entity === "ticket")) await showFigures();
  }

  /** To everybody who sees the whole desk, when they are others than were shown last. */
  async function showFigures(): Promise<void> {
    const seeing = [...streams].filter(({ actor }) => maySeeFigures(actor));
    if (seeing.length === 0) return;
    const figures = await figuresOf(house.db);
    if (figures.open_tickets === shown?.open_tickets) return;
    shown = figures;
    for (const stream of seeing) stream.say("figures", figures);
  }

  /** Tells what came after a place, or that it is too much to tell. */
  async function resume(to: Stream[], after: number): Promise<void> {
    const facts = after === 0 ? "too many" : await factsAfter(house.db, after, MOST_TOLD);
    if (facts === "too many") {
      for (const stream of to) stream.say("missed", {});
      return;
    }
    await tell(facts, to);
  }

  /** Ends the lines of whoever may no longer what the line was opened with. */
  async function recheck(of: Stream[]): Promise<void> {
    for (const stream of of) {
      const actor = await actorOf(house, stream.authorization);
      if (actor && rightsOf(actor) === rightsOf(stream.actor)) continue;
      stream.say("bye", {});
      stream.out.end();
      streams.delete(stream);
    }
  }

  async function beat(): Promise<void> {
    for (const ticketId of presence.forget(house.clock.now())) showPresence(ticketId);
    for (const stream of streams) stream.beat();
    await recheck([...streams]);
  }

  /** To those who look at the ticket themselves, and see such things at all. */
  function showPresence(ticketId: string | null): void {
    if (ticketId === null) return;
    const people = presence.at(ticketId);
    for (const stream of streams) {
      if (!has(stream.actor, "comments.internal") || !people.some(({ id }) => id === stream.actor.id))
        continue;
      stream.say("presence", { ticket_id: ticketId, people: others(stream.actor, people) });
    }
  }

  return {
    /** A new line; from `after` on where it was open before. Refuses 429 when somebody has too many. */
    async open(actor: SignedIn, authorization: string, after: number | undefined): Promise<Stream> {
      if ([...streams].filter((each) => each.actor.id === actor.id).length >= MOST_LINES)
        throw refuse(429, "Too many windows listen at once. Close some of them.", { retryAfter: 30 });
      await listen();
      const stream = openStream(actor, authorization);
      stream.out.on("close", () => streams.delete(stream));
      // In the same queue as everything that is told: nothing falls between the past and the present.
      await next(async () => {
        streams.add(stream);
        const past = await lastSeqs(house.db);
        const newest = past[0] ?? 0;
        told = Math.max(told, newest);
        if (after !== undefined && after > newest) stream.say("missed", {});
        else if (after !== undefined) await resume([stream], after);
        stream.skip(past);
        stream.say("ready", {}, newest);
        if (maySeeFigures(actor)) stream.say("figures", await figuresOf(house.db));
      });
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
      for (const stream of streams) stream.out.end();
      streams.clear();
      await work;
    },
  };
}

function others<Person extends { id: string }>(actor: SignedIn, people: Person[]): Person[] {
  return people.filter(({ id }) => id !== actor.id);
}

function touchesRights(actor: SignedIn, { entity, entity_id }: Fact): boolean {
  return entity === "role" || entity_id === actor.id || entity_id === actor.company_id;
}

function rightsOf({
  user_type,
  company_id,
  company_active,
  roles,
  permissions,
  session_id,
  must_set_up_second_factor,
}: SignedIn): string {
  return JSON.stringify([
    user_type,
    company_id,
    company_active,
    roles,
    permissions.toSorted(),
    session_id,
    must_set_up_second_factor,
  ]);
}
