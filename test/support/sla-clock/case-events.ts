/* What tests of the clock tell a ticket's life with. */
import type { CalendarHours } from "#contract/calendars/hours.ts";
import { PRESET_TARGETS } from "#contract/sla/preset.ts";
import { categoryOf, PRIORITIES, type Priority } from "#contract/statuses.ts";
import { type Hours, openHours } from "#server/calendars/windows.ts";
import { toTargets } from "#server/sla/known.ts";
import type { findJudging } from "#server/sla/clock/in-force.ts";
import type { runClock } from "#server/sla/clock/run-clock.ts";
import type { listStretches } from "#server/sla/clock/stretches.ts";
import type { Clock, ClockEvent, Policy } from "#server/sla/clock/types.ts";
import { OFFICE_WEEK } from "../calendars/week-of.ts";

export type Engine = {
  runClock: typeof runClock;
  listStretches: typeof listStretches;
  findJudging: typeof findJudging;
};

export const BUSINESS_HOURS: CalendarHours = {
  zone: "Europe/London",
  week: OFFICE_WEEK,
  days: [{ day: "2026-11-13", name: "Office move", hours: [["08:00", "13:00"]] }],
};

export function openBusinessHours(): Promise<Hours> {
  return openHours(BUSINESS_HOURS);
}

/** Whole seconds of a time in November 2026, when London is at UTC, such as "16 08:00". November 16 is a Monday. */
export function at(time: string): number {
  const [day = "", clock = ""] = time.split(" ");
  return Date.parse(`2026-11-${day}T${clock.length === 5 ? `${clock}:00` : clock}Z`) / 1000;
}

export const MINUTE = 60;
export const HOUR = 3600;
export const COMPANY = "kestrel";

export const STANDARD: Policy = {
  pausesForClient: true,
  pausesForThirdParty: true,
  targets: toTargets(PRIORITIES.map((priority) => ({ priority, ...PRESET_TARGETS[priority] }))),
};

export const created = (
  time: string,
  more: Partial<Extract<ClockEvent, { kind: "created" }>> = {},
): ClockEvent => ({
  kind: "created",
  at: at(time),
  by: "client",
  status: "open",
  category: "open",
  priority: "normal",
  companyId: COMPANY,
  assigneeId: null,
  ...more,
});
export const status = (time: string, code: string): ClockEvent => ({
  kind: "status",
  at: at(time),
  status: code,
  category: categoryOf(code) ?? "open",
});
export const priority = (time: string, to: Priority): ClockEvent => ({
  kind: "priority",
  at: at(time),
  priority: to,
});
export const answer = (time: string, by: "staff" | "system" = "staff"): ClockEvent => ({
  kind: "answer",
  at: at(time),
  by,
});
export const question = (time: string): ClockEvent => ({ kind: "question", at: at(time) });
export const plain = (kind: "trashed" | "restored" | "merged" | "unmerged", time: string): ClockEvent => ({
  kind,
  at: at(time),
});

/** A ticket of Thursday that waited for the client and for a third party, and was closed on Tuesday. */
export const WAITED_TWICE: ClockEvent[] = [
  created("12 16:20", { priority: "high" }),
  status("12 17:05", "pending"),
  status("13 09:30", "open"),
  status("16 15:10", "on_hold"),
  status("16 17:00", "in_progress"),
  status("17 10:20", "closed"),
];

type Asked = { until: string; policy?: Policy };

function run(engine: Engine, hours: Hours, events: ClockEvent[], { until, policy = STANDARD }: Asked) {
  const found = engine.runClock({ events, terms: [{ from: 0, policy, hours }], until: at(until) });
  if (!found) throw new Error("nothing was measured");
  return found;
}

/** Every clock of a ticket with these events. */
export function clocks(engine: Engine, hours: Hours, events: ClockEvent[], asked: Asked): Clock[] {
  return run(engine, hours, events, asked).clocks;
}

/** One clock of several; the first cycle, unless another one is asked for. */
export function find(all: readonly Clock[], target: Clock["target"], cycle = 1): Clock | undefined {
  return all.find((clock) => clock.target === target && clock.cycle === cycle);
}

const only =
  (target: Clock["target"]) => (engine: Engine, hours: Hours, events: ClockEvent[], asked: Asked) =>
    find(clocks(engine, hours, events, asked), target);
export const resolution = only("resolution");
export const firstResponse = only("first_response");
export const nextResponse = only("next_response");
