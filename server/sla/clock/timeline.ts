import { LIMITS } from "#contract/limits.ts";
import { PRIORITIES, type Priority } from "#contract/statuses.ts";
import type { ClockEvent } from "./types.ts";

/** A stretch of a ticket's life in which nothing changes, and why no clock of a kind runs in it. */
export type Piece = {
  from: number;
  to: number;
  stop: "merged" | "trash" | "closed" | "waiting_for_client" | "waiting_for_third_party" | null;
  status: string;
};

/** What begins or ends a clock, with the ticket as it was then. */
export type Mark = {
  at: number;
  kind: "answer" | "question" | "closing" | "reopening" | "unmerging";
  /** Since when it waits, where that is earlier; and when it goes again. */
  since: number;
  until: number;
  /** Of a closing: it has lasted as long as it can be taken back. */
  isSettled: boolean;
  isDeleted: boolean;
  ticket: Ticket;
};

type Ticket = { priority: Priority; companyId: string | null; assigneeId: string | null };

/** A ticket's life up to a moment, read once for all of its clocks. */
export type Timeline = {
  createdAt: number;
  createdBy: "staff" | "client";
  until: number;
  /** They touch, from the creation to `until`; the last one may be empty. */
  pieces: Piece[];
  marks: Mark[];
  /** When the ticket first had at least this priority. */
  firstAt: Partial<Record<Priority, number>>;
  /** Of the last merge that made it part of another ticket; null where there was none. */
  mergedAt: number | null;
  now: Ticket;
};

/**
 * Reads the events of a ticket, which begin with its creation; null for none. A moment before the event ahead of it counts as
 * that one's, so that a clock that was set back turns nothing around.
 */
export function readTimeline(events: readonly ClockEvent[], until: number): Timeline | null {
  const [created] = events;
  if (created?.kind !== "created") return null;
  const timeline = beginTimeline(created, until);
  const turns = findTurns(events, until);
  const state: State = { status: created, isTrashed: false, isMerged: false };
  let at = created.at;
  for (const [index, event] of events.entries()) {
    const next = Math.max(at, event.at);
    if (next > at) timeline.pieces.push({ from: at, to: next, ...describe(state) });
    at = next;
    apply(timeline, state, event, { at, turn: turns.get(index) ?? null });
  }
  timeline.until = Math.max(until, at);
  timeline.pieces.push({ from: at, to: timeline.until, ...describe(state) });
  return timeline;
}

type Created = Extract<ClockEvent, { kind: "created" }>;
type Standing = Pick<Created, "status" | "category">;
type State = { status: Standing; isTrashed: boolean; isMerged: boolean };
/** What a change of status is beside that: a closing or reopening, or part of one that was taken back. */
type Turn = { kind: "closing" | "reopening"; isSettled: boolean };

function beginTimeline(created: Created, until: number): Timeline {
  const { at, by, priority, companyId, assigneeId } = created;
  return {
    createdAt: at,
    createdBy: by,
    until,
    pieces: [],
    marks: [],
    firstAt: {},
    mergedAt: null,
    now: { priority, companyId, assigneeId },
  };
}

function apply(
  timeline: Timeline,
  state: State,
  event: ClockEvent,
  { at, turn }: { at: number; turn: Turn | null },
): void {
  const mark = (kind: Mark["kind"], more: Partial<Mark> = {}) =>
    timeline.marks.push({
      at,
      kind,
      since: at,
      until: Infinity,
      isSettled: true,
      isDeleted: false,
      ticket: { ...timeline.now },
      ...more,
    });
  switch (event.kind) {
    case "created":
      raise(timeline, event.priority, at);
      if (turn) mark(turn.kind, turn);
      break;
    case "status":
      state.status = event;
      if (turn) mark(turn.kind, turn);
      break;
    case "priority":
      timeline.now.priority = event.priority;
      raise(timeline, event.priority, at);
      break;
    case "company":
      timeline.now.companyId = event.companyId;
      break;
    case "assignee":
      timeline.now.assigneeId = event.assigneeId;
      break;
    case "answer":
      if (event.by === "staff") mark("answer", { isDeleted: event.isDeleted === true });
      break;
    case "question":
      mark("question", {
        since: Math.max(timeline.createdAt, event.since ?? at),
        until: event.until ?? Infinity,
      });
      break;
    case "merged":
      if (!state.isMerged) timeline.mergedAt = at;
      state.isMerged = true;
      break;
    case "unmerged":
      state.isMerged = false;
      mark("unmerging");
      break;
    default:
      state.isTrashed = event.kind === "trashed";
  }
}

/** Every priority up to this one is had from now on at the latest. */
function raise(timeline: Timeline, priority: Priority, at: number): void {
  for (const each of PRIORITIES.slice(0, PRIORITIES.indexOf(priority) + 1)) timeline.firstAt[each] ??= at;
}

function describe({ status, isTrashed, isMerged }: State): Pick<Piece, "stop" | "status"> {
  const stop = isMerged
    ? "merged"
    : isTrashed
      ? "trash"
      : status.category === "open"
        ? null
        : status.category;
  return { stop, status: status.status };
}

/**
 * Finds the closings and reopenings by their places among the events. One that was taken back before it had lasted ten
 * minutes never happened: neither it nor what took it back is among them.
 */
function findTurns(events: readonly ClockEvent[], until: number): Map<number, Turn> {
  const turns = new Map<number, Turn>();
  const lasting = LIMITS.slaClosingMinutes * 60;
  let closed: { index: number; at: number } | null = null;
  let at = -Infinity;
  for (const [index, event] of events.entries()) {
    at = Math.max(at, event.at);
    if (event.kind !== "status" && event.kind !== "created") continue;
    const isClosing = event.category === "closed";
    if (isClosing && closed === null) {
      closed = { index, at };
      turns.set(index, { kind: "closing", isSettled: until - at >= lasting });
    } else if (!isClosing && closed !== null) {
      if (at - closed.at < lasting) turns.delete(closed.index);
      else turns.set(index, { kind: "reopening", isSettled: true });
      closed = null;
    }
  }
  return turns;
}
