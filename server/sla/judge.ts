import type { Db } from "#server/lib/request-context.ts";
import { findJudging, type Judging, type Known, type Versions } from "./clock/in-force.ts";
import { type Run, runClock } from "./clock/run-clock.ts";
import type { Clock, Policy, Term } from "./clock/types.ts";
import { type Facts, parseFacts, readFacts, type TicketFacts } from "./events.ts";
import type { Hours } from "#server/calendars/windows.ts";
import type { Knowledge, KnownVersions } from "./known.ts";

/** The clocks of a ticket, with the versions that judged each: `versions[clock.term]`. */
export type Judged = { run: Run; versions: readonly Versions[] };

/** What versions stand for, by their ids; drafts of a preview are among them. */
export type Rulebook = {
  known: Known;
  policy(id: string): Policy | undefined;
  /** Opens the hours of versions of calendars, by their ids. */
  openHours(ids: Iterable<string>): Promise<ReadonlyMap<string, Hours>>;
};

/** The rulebook of what is saved. */
export async function readRulebook(db: Db, versions: KnownVersions): Promise<Rulebook> {
  return toRulebook(versions, await versions.read(db));
}

/** The same of what is read already. */
export function toRulebook(versions: KnownVersions, known: Knowledge): Rulebook {
  return {
    known,
    policy: (id) => known.policyVersions.get(id),
    openHours: async (ids) => {
      const open = await versions.openHours(ids);
      return new Map([...open].map(([id, { hours }]) => [id, hours]));
    },
  };
}

/**
 * Computes the clocks of tickets at a moment, by versions that are read after the facts: whichever one of them names is known.
 * A ticket that the caller's role does not see is not among them.
 */
export async function judgeTickets(
  db: Db,
  versions: KnownVersions,
  { ticketIds, at }: { ticketIds: readonly string[]; at: Date },
): Promise<Map<string, Judged>> {
  const { facts, generation } = await readFacts(db, ticketIds);
  return judgeFacts(toRulebook(versions, await versions.since(generation)), facts, at);
}

/** The clocks of one ticket by facts that are read already, and what was known to judge it. */
export async function judgeTicket(
  versions: KnownVersions,
  facts: Facts,
  at: Date,
): Promise<{ judged: Judged | null; knowledge: Knowledge }> {
  const knowledge = await versions.since(facts.generation);
  const parsed = parseFacts(facts);
  if (!parsed) return { judged: null, knowledge };
  const found = await judgeFacts(toRulebook(versions, knowledge), new Map([["one", parsed]]), at);
  return { judged: found.get("one") ?? null, knowledge };
}

/** The clocks of tickets by facts that are read already. */
export async function judgeFacts(
  rulebook: Rulebook,
  facts: ReadonlyMap<string, TicketFacts>,
  at: Date,
): Promise<Map<string, Judged>> {
  const asked = [...facts].map(([id, each]) => ({
    id,
    facts: each,
    judging: findJudging(rulebook.known, each.life),
  }));
  const hours = await rulebook.openHours(
    asked.flatMap(({ judging, facts: { judged } }) =>
      [...judging, ...judged].flatMap(({ versions }) => (versions ? [versions.calendarVersionId] : [])),
    ),
  );
  const found = new Map<string, Judged>();
  for (const { id, facts: each, judging } of asked) {
    const judged = judgeOne({ rulebook, hours }, each, { judging, until: Math.floor(at.getTime() / 1000) });
    if (judged) found.set(id, judged);
  }
  return found;
}

type Opened = { rulebook: Rulebook; hours: ReadonlyMap<string, Hours> };

function judgeOne(
  opened: Opened,
  { events, judged }: TicketFacts,
  { judging, until }: { judging: readonly Judging[]; until: number },
): Judged | null {
  const terms = judging.map((each) => toTerm(opened, each));
  const run = runClock({ events, terms, until });
  if (run === null) return null;
  const versions = judging.map((each) => each.versions);
  for (const again of judged) {
    const term = toTerm(opened, { from: 0, versions: again.versions });
    const clock = runClock({ events, terms: [term], until })?.clocks.find(
      ({ target, cycle }) => target === again.target && cycle === again.cycle,
    );
    if (!clock) continue;
    run.clocks = replace(run.clocks, { ...clock, term: versions.length });
    run.terms = [...run.terms, term];
    versions.push(again.versions);
  }
  return { run, versions };
}

function replace(clocks: readonly Clock[], by: Clock): Clock[] {
  return clocks.map((clock) => (clock.target === by.target && clock.cycle === by.cycle ? by : clock));
}

function toTerm({ rulebook, hours }: Opened, { from: moment, versions }: Judging): Term {
  const from = Math.floor(moment / 1000);
  const policy = versions && rulebook.policy(versions.policyVersionId);
  const open = versions && hours.get(versions.calendarVersionId);
  return policy && open ? { from, policy, hours: open } : { from, policy: null, hours: null };
}
