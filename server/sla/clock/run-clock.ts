/*
 * The clocks of a ticket, computed from what happened.
 *
 * The same events, with the same versions of targets and hours, always give the same clocks: pages, jobs, previews and reports
 * ask this one function, and nothing is counted up anywhere. First the events become a timeline: pieces of time in which
 * nothing changes, and marks that begin or end a clock. Then each clock is measured between its two ends: for every priority
 * that the ticket has reached, the hours of the calendar within the pieces in which the clock runs. The level that is due first
 * decides.
 *
 * What judges a ticket may change: its company does, or somebody applies a change to open tickets. From then on the whole
 * ticket is judged anew, but for what was decided by then.
 *
 * Example: a ticket of priority Normal with 40 hours, raised Monday at 8:00 and Urgent with 8 hours from 11:00 on, is due
 * Tuesday at 9:00 where the desk is open from 8:00 to 18:00: 7 hours of Monday and one of Tuesday.
 */
import { SLA_TARGETS } from "#contract/sla/targets.ts";
import { countClocks } from "./count-clocks.ts";
import { readTimeline, type Timeline } from "./timeline.ts";
import type { Clock, ClockEvent, Term } from "./types.ts";

/** The clocks of a ticket, and what their stretches are told from. */
export type Run = { clocks: Clock[]; timeline: Timeline; terms: readonly Term[] };

export type Asked = {
  /** In the order in which they happened, the creation first. */
  events: readonly ClockEvent[];
  /** By their moments, the first one from the creation or earlier. */
  terms: readonly Term[];
  until: number;
};

/** Computes the clocks of a ticket at a moment; null for one without a creation. */
export function runClock({ events, terms, until }: Asked): Run | null {
  const timeline = readTimeline(events, until);
  if (timeline === null) return null;
  const decided = new Map<string, Clock>();
  for (const [index, term] of terms.entries()) {
    const next = terms[index + 1];
    if (next === undefined) break;
    for (const clock of judgeUntil(events, term, { until: next.from, index }))
      if (isDecided(clock) && !decided.has(keyOf(clock))) decided.set(keyOf(clock), clock);
  }
  const last = terms.length - 1;
  const present = judge({ events, timeline }, terms[last], last);
  const clocks = present.map((clock) => decided.get(keyOf(clock)) ?? clock);
  const told = new Set(clocks.map(keyOf));
  const others = [...decided.values()].filter((clock) => !told.has(keyOf(clock)));
  return { clocks: [...clocks, ...others].toSorted(byPlace), timeline, terms };
}

function judgeUntil(
  events: readonly ClockEvent[],
  term: Term,
  { until, index }: { until: number; index: number },
): Clock[] {
  // What comes later in the history came later, whatever time it says.
  const next = events.findIndex(({ at }) => at >= until);
  const timeline = readTimeline(next === -1 ? events : events.slice(0, next), until);
  return timeline === null ? [] : judge({ events, timeline }, term, index);
}

type Told = { events: readonly ClockEvent[]; timeline: Timeline };

function judge({ events, timeline }: Told, term: Term | undefined, index: number): Clock[] {
  if (!term?.policy) return [];
  const companyId = findCompany(events, term.from);
  return countClocks(timeline, term, index).map((clock) =>
    clock.endedAt !== null && clock.endedAt <= term.from ? { ...clock, companyId } : clock,
  );
}

/** Whose promise judges what had ended before: the one that had the ticket before may have been promised nothing. */
function findCompany(events: readonly ClockEvent[], at: number): string | null {
  let company: string | null = null;
  for (const event of events) {
    if (event.at > at) break;
    if (event.kind === "created" || event.kind === "company") company = event.companyId;
  }
  return company;
}

function isDecided({ state, isSettled }: Clock): boolean {
  return isSettled && (state === "met" || state === "missed" || state === "not_needed");
}

const keyOf = ({ target, cycle }: Clock) => `${target} ${cycle}`;

function byPlace(a: Clock, b: Clock): number {
  return SLA_TARGETS.indexOf(a.target) - SLA_TARGETS.indexOf(b.target) || a.cycle - b.cycle;
}
