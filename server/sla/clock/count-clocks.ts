import type { SlaTarget } from "#contract/sla/targets.ts";
import { findDeciding, findMoment, isStopped, type Judging, measureLevels } from "./level.ts";
import type { Mark, Timeline } from "./timeline.ts";
import type { Clock, Level, Term } from "./types.ts";

type Measured = { target: SlaTarget; cycle: number; from: number };
type Judged = Exclude<Term, { policy: null }>;

/** Every clock of a ticket, judged by one set of versions. */
export function countClocks(timeline: Timeline, term: Judged, index: number): Clock[] {
  const clocks: Clock[] = [];
  const of = (target: SlaTarget): Judging => ({ timeline, target, policy: term.policy, hours: term.hours });
  const add = (measured: Measured, mark: Mark | null) => {
    const clock = measure(of(measured.target), measured, { mark, term: index });
    if (clock) clocks.push(clock);
  };
  let resolution: Measured | null = { target: "resolution", cycle: 1, from: timeline.createdAt };
  let first: Measured | null = { target: "first_response", cycle: 1, from: timeline.createdAt };
  let wait: Measured | null = null;
  let waits = 0;
  let isClosed = false;
  let askedClosed: Mark | null = null;
  // What somebody waits for in this cycle, the first of it first.
  let questions: Mark[] = [];
  const ask = (question: Mark): Measured => {
    if (questions.length === 0) waits += 1;
    questions.push(question);
    return { target: "next_response", cycle: waits, from: questions[0]?.since ?? question.since };
  };
  if (timeline.createdBy === "staff") {
    clocks.push(...notMeasured(of("first_response"), index));
    first = null;
  }
  for (const mark of timeline.marks) {
    if (mark.kind === "question") {
      // On a closed ticket only one that opens it again asks for anything.
      if (isClosed) askedClosed = mark;
      // Whoever waits for the first answer waits for no next one.
      else if (first === null) wait = ask(mark);
    } else if (mark.kind === "unmerging") {
      // What the merge had brought is asked elsewhere again.
      const [before] = questions;
      questions = questions.filter(({ until }) => until > mark.at);
      const [left] = questions;
      if (left !== before)
        wait = left ? { target: "next_response", cycle: (waits += 1), from: left.since } : null;
    } else if (mark.kind === "reopening") {
      isClosed = false;
      if (askedClosed?.at === mark.at) wait = ask(askedClosed);
      resolution ??= {
        target: "resolution",
        cycle: nextCycle(timeline, mark),
        from: timeline.createdAt,
      };
    } else {
      if (first) add(first, mark);
      if (wait) add(wait, mark);
      first = null;
      wait = null;
      questions = [];
      if (mark.kind === "closing") isClosed = true;
      if (mark.kind === "closing" && resolution) {
        add(resolution, mark);
        resolution = null;
      }
    }
  }
  for (const open of [first, wait, resolution]) if (open) add(open, null);
  return clocks;
}

/** Resolutions are counted by the reopenings, whatever was promised at the time. */
function nextCycle({ marks }: Timeline, reopening: Mark): number {
  return 1 + marks.slice(0, marks.indexOf(reopening) + 1).filter(({ kind }) => kind === "reopening").length;
}

/** What staff raise themselves waits for no first response of theirs. */
function notMeasured(judging: Judging, term: number): Clock[] {
  const { timeline, target } = judging;
  const ticket = timeline.now;
  const levels = measureLevels(judging, {
    from: timeline.createdAt,
    end: timeline.createdAt,
    priority: ticket.priority,
  });
  if (levels.length === 0) return [];
  return [
    {
      target,
      cycle: 1,
      state: "not_measured",
      level: null,
      levels: [],
      startedAt: timeline.createdAt,
      endedAt: null,
      isSettled: false,
      endedBy: null,
      isAnswerDeleted: false,
      dueAt: null,
      warnAt: null,
      ...ticket,
      term,
    },
  ];
}

/** Measures a clock between its beginning and the mark that ends it, or now; null where nothing is promised. */
function measure(
  judging: Judging,
  { target, cycle, from }: Measured,
  { mark, term }: { mark: Mark | null; term: number },
): Clock | null {
  const { timeline } = judging;
  const end = mark?.at ?? timeline.until;
  const ticket = mark?.ticket ?? timeline.now;
  const levels = measureLevels(judging, { from, end, priority: ticket.priority });
  const level = findDeciding(levels);
  if (level === null) return null;
  const state = mark ? endedState(target, mark, levels) : openState(judging);
  const isTold = state !== "paused" && state !== "merged";
  return {
    target,
    cycle,
    state,
    level,
    levels,
    startedAt: from,
    endedAt: mark?.at ?? (state === "merged" ? timeline.mergedAt : null),
    isSettled: mark?.isSettled ?? false,
    endedBy: mark ? (mark.kind === "closing" ? "closing" : "answer") : null,
    isAnswerDeleted: mark?.isDeleted ?? false,
    dueAt: isTold ? level.dueAt : null,
    warnAt: isTold
      ? findMoment(judging, level, { end, seconds: Math.floor((level.targetSeconds * WARNED) / 100) })
      : null,
    ...ticket,
    term,
  };
}

/** The percentage of a target after which its readers are warned. */
const WARNED = 75;

/** A target that was reached before the end is missed; one that is reached in the second of the end is not. */
function endedState(target: SlaTarget, { at, kind }: Mark, levels: readonly Level[]): Clock["state"] {
  if (levels.some(({ dueAt }) => dueAt !== null && dueAt < at)) return "missed";
  return kind === "closing" && target !== "resolution" ? "not_needed" : "met";
}

function openState(judging: Judging): Clock["state"] {
  const last = judging.timeline.pieces.at(-1);
  if (last?.stop === "merged") return "merged";
  return last && isStopped(judging, last) ? "paused" : "running";
}
