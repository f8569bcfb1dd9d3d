import type { ClockState, DueState, SlaTarget } from "./targets.ts";

export const TARGET_LABELS: Record<SlaTarget, string> = {
  first_response: "First response",
  next_response: "Next response",
  resolution: "Resolution",
};

/** Seconds in hours and minutes, rounded down: `27 h 05 min`, `2,492 h`, `48 min`, never days. */
export function durationText(seconds: number): string {
  const minutes = Math.floor(Math.abs(seconds) / 60);
  const hours = Math.floor(minutes / 60);
  if (minutes === 0) return "less than a minute";
  if (hours === 0) return `${minutes} min`;
  const whole = `${hours.toLocaleString("en")} h`;
  return minutes % 60 === 0 ? whole : `${whole} ${String(minutes % 60).padStart(2, "0")} min`;
}

/** The state of a target as its line on a ticket says it; durations and times come formatted. */
export const CLOCK_STATE_TEXTS: Record<ClockState, string> & {
  dueIn: (left: string) => string;
  overdueBy: (over: string) => string;
  pausedFor: (why: string, left: string) => string;
  missedBy: (over: string) => string;
  justMissed: string;
} = {
  running: "Running",
  paused: "Paused",
  met: "Met",
  missed: "Missed",
  not_needed: "Not needed",
  not_measured: "Not measured",
  merged: "Merged",
  dueIn: (left) => `Due in ${left}`,
  overdueBy: (over) => `Overdue by ${over}`,
  pausedFor: (why, left) => `Paused: ${why} · ${left} left`,
  missedBy: (over) => `Missed by ${over}`,
  justMissed: "Just missed",
};

export const DUE_STATE_LABELS: Record<DueState, string> = {
  running: "Running",
  due_soon: "Due soon",
  overdue: "Overdue",
  paused: "Paused",
};

/** Lines of the receipt. Spans, times, durations, priorities and statuses come formatted; `status` is null where nobody knows it. */
export const STRETCH_TEXTS = {
  counted: (span: string, duration: string) => `${span} · ${duration} counted`,
  notCounted: (span: string, why: string) => `${span} · ${why}, not counted`,
  open_hours: "business hours",
  around_the_clock: "around the clock",
  outside_hours: "outside business hours",
  special_day: (name: string) => name,
  waiting_for_client: (status: string | null) =>
    status === null ? "waiting for the client" : `waiting for the client (${status})`,
  waiting_for_third_party: (status: string | null) =>
    status === null ? "waiting for a third party" : `waiting for a third party (${status})`,
  closed: "closed",
  trash: "in the trash",
  merged: "part of another ticket",
  below_level: (priority: string, time: string) =>
    `${priority} counts from ${time}, when the ticket first had that priority`,
  folded: (span: string, days: number, duration: string) => `${span}: ${days} working days, ${duration}`,
} as const;

/** How a target ended. */
export const END_TEXTS = {
  answeredMet: (time: string, early: string) => `Answered ${time}: met, ${early} before it was due`,
  answeredMissed: (time: string, over: string) => `Answered ${time}: missed by ${over}`,
  answeredJustMissed: (time: string) => `Answered ${time}: just missed`,
  closedMet: (time: string, early: string) => `Closed ${time}: met, ${early} before it was due`,
  closedMissed: (time: string, over: string) => `Closed ${time}: missed by ${over}`,
  closedJustMissed: (time: string) => `Closed ${time}: just missed`,
  not_needed: "No answer was needed",
  not_measured: "Raised by the staff, so the first response is not measured",
  merged: "Merged into another ticket",
  answerDeleted: "The answer was deleted since",
  unreachable: "This calendar has no hours that would reach the target",
} as const;

/** The head and the foot of the receipt. */
export const RECEIPT_TEXTS = {
  title: "How the clock ran",
  zones: (own: string, calendar: string) => `Times in ${own}, hours counted in ${calendar}`,
  countedOf: (used: string, target: string, priority: string) =>
    `${used} counted of the ${target} agreed for ${priority}`,
  judgedBy: "Judged by",
  version: (name: string, version: number) => `${name}, version ${version}`,
  zoneData: (version: string) => `Time zone data ${version}`,
  nothingAgreed: "No service level is agreed for this company",
} as const;
