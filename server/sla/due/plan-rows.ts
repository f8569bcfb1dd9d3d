import type { Priority } from "#contract/statuses.ts";
import type { SlaTarget } from "#contract/sla/targets.ts";
import type { Clock } from "../clock/types.ts";
import type { Judged } from "../judge.ts";

export type ClockRow = {
  ticket_id: string;
  target: SlaTarget;
  cycle: number;
  level: Priority;
  state: "running" | "paused";
  started_at: Date;
  target_seconds: number;
  due_at: Date | null;
  warn_at: Date | null;
  policy_version_id: string;
  calendar_version_id: string;
};

export type DueRow = {
  ticket_id: string;
  target: SlaTarget;
  due_at: Date | null;
  warn_at: Date | null;
  is_paused: boolean;
};

export type Rows = { clocks: ClockRow[]; due: DueRow[] };

/** The rows that lists are read from, for the clocks of tickets that live, by their ids. */
export function planRows(judged: ReadonlyMap<string, Judged>, living: readonly string[]): Rows {
  const rows: Rows = { clocks: [], due: [] };
  for (const id of living) {
    const found = judged.get(id);
    if (!found) continue;
    const clocks = found.run.clocks.flatMap((clock) => toClockRow(id, clock, found));
    rows.clocks.push(...clocks);
    const next = findNext(clocks);
    if (next) rows.due.push(toDueRow(next));
  }
  return rows;
}

/** The row of a clock that lives; none of another. */
function toClockRow(ticketId: string, clock: Clock, { versions }: Judged): ClockRow[] {
  const { level, state } = clock;
  const judge = versions[clock.term] ?? null;
  if (level === null || judge === null || (state !== "running" && state !== "paused")) return [];
  return [
    {
      ticket_id: ticketId,
      target: clock.target,
      cycle: clock.cycle,
      level: level.priority,
      state,
      started_at: toDate(clock.startedAt),
      target_seconds: level.targetSeconds,
      due_at: clock.dueAt === null ? null : toDate(clock.dueAt),
      warn_at: clock.warnAt === null ? null : toDate(clock.warnAt),
      policy_version_id: judge.policyVersionId,
      calendar_version_id: judge.calendarVersionId,
    },
  ];
}

/** What is due next of what runs; what waits only where nothing runs (rule 915). */
function findNext(clocks: readonly ClockRow[]): ClockRow | undefined {
  const running = clocks.filter(({ state }) => state === "running");
  const among = running.length > 0 ? running : clocks;
  return among.toSorted((a, b) => timeOf(a) - timeOf(b))[0];
}

function timeOf({ due_at }: ClockRow): number {
  return due_at?.getTime() ?? Infinity;
}

function toDueRow({ ticket_id, target, due_at, warn_at, state }: ClockRow): DueRow {
  return { ticket_id, target, due_at, warn_at, is_paused: state === "paused" };
}

/** A moment in whole seconds. */
export function toDate(seconds: number): Date {
  return new Date(seconds * 1000);
}
