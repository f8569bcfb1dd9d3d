import type { CLOCK_ENDS, ClockState, SlaTarget, StretchReason } from "#contract/sla/targets.ts";
import type { Priority, StatusCategory } from "#contract/statuses.ts";
import type { Hours } from "#server/calendars/windows.ts";

/** Something that moves the clocks of a ticket, in the order in which it happened. Moments are whole seconds from 1970. */
export type ClockEvent = { at: number } & (
  | {
      kind: "created";
      by: "staff" | "client";
      status: string;
      category: StatusCategory;
      priority: Priority;
      companyId: string | null;
      assigneeId: string | null;
    }
  | { kind: "status"; status: string; category: StatusCategory }
  | { kind: "priority"; priority: Priority }
  | { kind: "company"; companyId: string | null }
  | { kind: "assignee"; assigneeId: string | null }
  // A public comment of the desk; one that nobody wrote answers nothing.
  | { kind: "answer"; by: "staff" | "system"; isDeleted?: boolean }
  // A public comment of anybody from outside; one that came with a merge waits since an earlier time, and goes with its undo.
  | { kind: "question"; since?: number; until?: number }
  | { kind: "trashed" | "restored" | "merged" | "unmerged" }
);

/** Seconds of each target of one priority; null is not promised. */
export type LevelTargets = Record<SlaTarget, number | null> & { aroundTheClock: boolean };

/** The part of a version of a service level that a clock asks for. */
export type Policy = {
  pausesForClient: boolean;
  pausesForThirdParty: boolean;
  targets: Record<Priority, LevelTargets>;
};

/** What judges a ticket from a moment on; null where nothing is agreed. */
export type Term =
  | { from: number; policy: Policy; hours: Hours }
  | { from: number; policy: null; hours: null };

/** A target that holds, because the ticket has at least that priority. */
export type Level = {
  priority: Priority;
  targetSeconds: number;
  startedAt: number;
  usedSeconds: number;
  /** The earliest moment at which its target is reached, had the clock run on from the end; null beyond five years. */
  dueAt: number | null;
};

/** How one target of a ticket stands, or how it ended. */
export type Clock = {
  target: SlaTarget;
  /** Counted from 1: of next responses each wait, of resolutions each opening. */
  cycle: number;
  state: ClockState;
  /** The level that decides: the one that is due first. Null where nothing is measured. */
  level: Level | null;
  levels: readonly Level[];
  startedAt: number;
  endedAt: number | null;
  /** A closing counts as a verdict once it has lasted ten minutes; until then it may be taken back. */
  isSettled: boolean;
  /** Null while it lives, and where a merge ended it. */
  endedBy: (typeof CLOCK_ENDS)[number] | null;
  /** The answer that ended it was deleted since. */
  isAnswerDeleted: boolean;
  dueAt: number | null;
  /** When three quarters of the target are used. */
  warnAt: number | null;
  /** Of the ticket when the clock ended, or now. */
  priority: Priority;
  companyId: string | null;
  assigneeId: string | null;
  /** The place in `terms` of what judged it. */
  term: number;
};

export type Stretch = {
  from: number;
  to: number;
  counts: boolean;
  why: StretchReason;
  note: string | null;
  usedAfter: number;
};
