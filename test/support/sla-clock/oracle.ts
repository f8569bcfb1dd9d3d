/*
 * A second opinion on the clock, for tests alone: it walks through a ticket's life minute by minute, asks Intl what the clock on
 * the wall shows, and adds sixty seconds wherever the rules let time count. It knows no windows, no offsets and no pieces, and
 * shares no line with the engine. Events lie on whole minutes.
 */
import type { CalendarHours } from "#contract/calendars/hours.ts";
import type { SlaTarget } from "#contract/sla/targets.ts";
import type { Priority } from "#contract/statuses.ts";
import type { ClockEvent, Policy } from "#server/sla/clock/types.ts";
import { openMinutes } from "../calendars/wall-time-oracle.ts";

export type OracleTerm = { from: number; policy: Policy; calendar: CalendarHours };

/** What both have to agree on. */
export type Opinion = {
  /** No target that holds is due within what the oracle walks: then nobody compares which one decides, nor what it has used. */
  isFar: boolean;
  target: SlaTarget;
  cycle: number;
  state: string;
  startedAt: number;
  endedAt: number | null;
  used: number;
  targetSeconds: number | null;
  dueAt: number | null;
  companyId: string | null;
};

const MINUTE = 60;
/** Days after its end that a clock is walked on in search of its due time. */
const AHEAD = 40;
const RISING: Priority[] = ["low", "normal", "high", "urgent"];

/** The clocks of a ticket as they stand at a moment. */
export function walk(events: readonly ClockEvent[], terms: readonly OracleTerm[], until: number): Opinion[] {
  const kept = new Map<string, Opinion>();
  for (const [index, term] of terms.entries()) {
    const next = terms[index + 1];
    if (!next) break;
    const early: ClockEvent[] = [];
    let latest = -Infinity;
    for (const event of events) {
      latest = Math.max(latest, event.at);
      if (latest < next.from) early.push(event);
    }
    if (early.length === 0) continue;
    for (const { opinion, isFinal } of walkOnce(early, term, next.from).map(asOf(events, term))) {
      const name = `${opinion.target}/${opinion.cycle}`;
      if (isFinal && ["met", "missed", "not_needed"].includes(opinion.state) && !kept.has(name))
        kept.set(name, opinion);
    }
  }
  const last = terms.at(-1);
  for (const { opinion } of last ? walkOnce(events, last, until).map(asOf(events, last)) : []) {
    const name = `${opinion.target}/${opinion.cycle}`;
    if (!kept.has(name)) kept.set(name, opinion);
  }
  return [...kept.values()];
}

/** What was over before its judge came counts for whoever had the ticket then. */
function asOf(events: readonly ClockEvent[], { from }: OracleTerm) {
  return ({ opinion, isFinal }: Said): Said => {
    if (opinion.endedAt === null || opinion.endedAt > from) return { opinion, isFinal };
    let [companyId, clock]: [string | null, number] = [null, 0];
    for (const event of events) {
      clock = Math.max(clock, event.at);
      if (clock <= from && "companyId" in event) ({ companyId } = event);
    }
    return { isFinal, opinion: { ...opinion, companyId } };
  };
}

type Counter = { since: number | null; used: number; reachedAt: number | null };
type Open = { target: SlaTarget; cycle: number; startedAt: number; counters: Map<Priority, Counter> };
type Said = { opinion: Opinion; isFinal: boolean };

/** One ticket under one set of terms, walked once. */
function walkOnce(events: readonly ClockEvent[], { policy, calendar }: OracleTerm, until: number): Said[] {
  const isOpen = openMinutes(calendar);
  const isOpenAt = (at: number) => isOpen(at / MINUTE);
  const said: Said[] = [];
  let priority: Priority = "low";
  let companyId: string | null = null;
  // Minutes in which a response could have counted, for a question that came from elsewhere and waits since then.
  const awake: number[] = [];
  const reached = new Map<Priority, number>();
  let category = "open";
  let [isTrashed, isMerged] = [false, false];
  let mergedSince = 0;
  let isFirstOver = false;
  // Closed for longer than a slip, and when somebody asked meanwhile.
  let isShut = false;
  let knocked: { at: number; since: number; until: number } | null = null;
  // Who waits in this cycle, each since and until when.
  let asking: { since: number; until: number }[] = [];
  let raisedByStaff: number | null = null;
  let first: Open | null = null;
  let wait: Open | null = null;
  let resolution: Open | null = null;
  let [waits, openings] = [0, 0];
  // What was used for the resolution goes on from one opening to the next.
  const solving = new Map<Priority, Counter>();

  const begin = (
    target: SlaTarget,
    cycle: number,
    startedAt: number,
    counters = new Map<Priority, Counter>(),
  ) => ({
    target,
    cycle,
    startedAt,
    counters,
  });
  const secondsOf = (target: SlaTarget, level: Priority) => policy.targets[level][target];
  const standsStill = (target: string) => {
    if (isTrashed || isMerged) return true;
    if (target !== "resolution") return false;
    if (category === "waiting_for_client") return policy.pausesForClient;
    if (category === "waiting_for_third_party") return policy.pausesForThirdParty;
    return category === "closed";
  };
  const counts = (level: Priority, at: number) => policy.targets[level].aroundTheClock || isOpenAt(at);

  /** When one level is due if the clock goes on from here, where that is before another one. */
  const dueOf = (open: Open, level: Priority, at: number, before: number): number => {
    const seconds = secondsOf(open.target, level) ?? 0;
    const counter = open.counters.get(level);
    if (counter?.reachedAt) return counter.reachedAt;
    let left = seconds - (counter?.used ?? 0);
    for (let minute = at; minute < Math.min(before, at + AHEAD * 86_400); minute += MINUTE) {
      if (counts(level, minute)) left -= MINUTE;
      if (left <= 0) return minute + MINUTE;
    }
    return Infinity;
  };
  const speak = (open: Open, at: number, ending: string | null, isFinal: boolean) => {
    const levels = RISING.filter((each) => RISING.indexOf(each) <= RISING.indexOf(priority))
      .filter((each) => secondsOf(open.target, each) !== null)
      .toReversed();
    if (levels.length === 0) return;
    let best = { level: levels[0] ?? "low", due: Infinity };
    for (const level of levels) {
      const due = dueOf(open, level, at, best.due);
      if (due < best.due) best = { level, due };
    }
    const isMissed = levels.some((level) => {
      const moment = open.counters.get(level)?.reachedAt ?? null;
      return moment !== null && moment < at;
    });
    const state =
      ending === null
        ? isMerged
          ? "merged"
          : standsStill(open.target)
            ? "paused"
            : "running"
        : isMissed
          ? "missed"
          : ending === "closing" && open.target !== "resolution"
            ? "not_needed"
            : "met";
    const isTold = state !== "paused" && state !== "merged";
    said.push({
      isFinal,
      opinion: {
        target: open.target,
        cycle: open.cycle,
        state,
        startedAt: open.startedAt,
        endedAt: ending === null ? (isMerged ? mergedSince : null) : at,
        used: open.counters.get(best.level)?.used ?? 0,
        targetSeconds: secondsOf(open.target, best.level),
        isFar: best.due === Infinity,
        dueAt: isTold && best.due !== Infinity ? best.due : null,
        companyId,
      },
    });
  };

  const happen = (event: ClockEvent, index: number, at: number) => {
    if (event.kind === "created") {
      ({ priority, category, companyId } = event);
      for (const level of RISING)
        if (RISING.indexOf(level) <= RISING.indexOf(priority)) reached.set(level, at);
      resolution = begin("resolution", 1, at, solving);
      openings = 1;
      if (event.by === "staff") {
        isFirstOver = true;
        raisedByStaff = at;
      } else first = begin("first_response", 1, at);
      if (category === "closed") close(index, at);
    } else if (event.kind === "priority") {
      ({ priority } = event);
      for (const level of RISING)
        if (RISING.indexOf(level) <= RISING.indexOf(priority) && !reached.has(level)) reached.set(level, at);
    } else if (event.kind === "status") {
      const was = category;
      ({ category } = event);
      if (category === "closed" && was !== "closed") close(index, at);
      if (category !== "closed" && was === "closed" && resolution === null) {
        openings += 1;
        isShut = false;
        if (knocked?.at === at) expectAnswer(knocked);
        resolution = begin("resolution", openings, events[0]?.at ?? at, solving);
      }
    } else if (event.kind === "answer" && event.by === "staff") {
      if (first) speak(first, at, "answer", true);
      if (wait) speak(wait, at, "answer", true);
      first = wait = null;
      asking = [];
      isFirstOver = true;
    } else if (event.kind === "company") ({ companyId } = event);
    else if (event.kind === "question") {
      const asked = { since: Math.max(start, event.since ?? at), until: event.until ?? Infinity };
      if (isShut) knocked = { at, ...asked };
      else expectAnswer(asked);
    } else if (event.kind === "trashed") isTrashed = true;
    else if (event.kind === "restored") isTrashed = false;
    else if (event.kind === "merged") {
      if (!isMerged) mergedSince = at;
      isMerged = true;
    } else if (event.kind === "unmerged") {
      isMerged = false;
      const [was] = asking;
      asking = asking.filter(({ until }) => until > at);
      if (was !== undefined && asking[0] !== was) {
        wait = null;
        const [next, ...others] = asking;
        asking = [];
        if (next) expectAnswer(next);
        asking.push(...others);
      }
    }
  };

  const expectAnswer = (asked: { since: number; until: number }) => {
    if (!isFirstOver) return;
    asking.push(asked);
    if (wait !== null) return;
    waits += 1;
    wait = begin("next_response", waits, asked.since);
    for (const minute of awake) if (minute >= asked.since) add(wait, minute);
  };

  /** A closing that the next opening takes back within ten minutes is none. */
  const close = (index: number, at: number) => {
    let moment = at;
    for (const later of events.slice(index + 1)) {
      moment = Math.max(moment, later.at);
      if (later.kind !== "status" || later.category === "closed") continue;
      if (moment - at < 600) return;
      break;
    }
    const isFinal = until - at >= 600;
    for (const open of [first, wait, resolution]) if (open) speak(open, at, "closing", isFinal);
    first = wait = resolution = null;
    isFirstOver = isShut = true;
    asking = [];
  };

  const tick = (open: Open, at: number) => {
    if (!standsStill(open.target)) add(open, at);
  };

  const add = (open: Open, at: number) => {
    for (const [level, since] of reached) {
      const seconds = secondsOf(open.target, level);
      if (seconds === null || at < since || !counts(level, at)) continue;
      const counter = open.counters.get(level) ?? { since, used: 0, reachedAt: null };
      counter.used += MINUTE;
      if (counter.reachedAt === null && counter.used >= seconds) counter.reachedAt = at + MINUTE;
      open.counters.set(level, counter);
    }
  };

  let next = 0;
  const start = events[0]?.at ?? until;
  let clock = start;
  const end = Math.max(until, ...events.map(({ at }) => at));
  for (let at = start; at <= end; at += MINUTE) {
    for (let event = events[next]; event && Math.max(event.at, clock) <= at; event = events[next]) {
      clock = at;
      happen(event, next, at);
      next += 1;
    }
    if (at === end) break;
    if (!standsStill("next_response")) awake.push(at);
    for (const open of [first, wait]) if (open) tick(open, at);
    if (resolution) tick(resolution, at);
  }
  for (const open of [first, wait, resolution]) if (open) speak(open, end, null, false);
  const isPromised = RISING.slice(0, RISING.indexOf(priority) + 1).some(
    (each) => secondsOf("first_response", each) !== null,
  );
  if (raisedByStaff !== null && isPromised)
    said.push({ isFinal: false, opinion: unmeasured(raisedByStaff, companyId) });
  return said;
}

function unmeasured(at: number, companyId: string | null): Opinion {
  return {
    companyId,
    target: "first_response",
    cycle: 1,
    state: "not_measured",
    isFar: false,
    startedAt: at,
    endedAt: null,
    used: 0,
    targetSeconds: null,
    dueAt: null,
  };
}
