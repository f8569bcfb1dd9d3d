import type { z } from "zod";
import type { TicketSla } from "#contract/sla/ticket-fields.ts";
import type { SlaTarget } from "#contract/sla/targets.ts";
import type { Run } from "../clock/run-clock.ts";
import { describeNow } from "../clock/stretches.ts";
import type { Facts } from "../events.ts";
import { judgeTicket } from "../judge.ts";
import type { KnownVersions } from "../known.ts";

type Described = Exclude<z.input<typeof TicketSla>, undefined>;

/** How the targets of a ticket stand at a moment, of each the newest cycle; null where nothing is agreed. */
export async function describeTicket(versions: KnownVersions, facts: Facts, at: Date): Promise<Described> {
  const run = (await judgeTicket(versions, facts, at)).judged?.run;
  if (!run || run.clocks.length === 0) return null;
  return {
    first_response: describeTarget(run, "first_response"),
    next_response: describeTarget(run, "next_response"),
    resolution: describeTarget(run, "resolution"),
  };
}

function describeTarget(run: Run, target: SlaTarget) {
  const clock = run.clocks.findLast((each) => each.target === target);
  if (!clock) return null;
  const { level, state, dueAt, endedAt, endedBy } = clock;
  const { countsNow, changesAt } = describeNow(run, clock);
  return {
    state,
    due_at: toTime(dueAt),
    remaining_seconds: level && level.targetSeconds - level.usedSeconds,
    target_seconds: level?.targetSeconds ?? null,
    ended_at: toTime(endedAt),
    ended_by: endedBy,
    counts_now: countsNow,
    changes_at: toTime(changesAt),
  };
}

/** A moment in whole seconds as the wire shows it. */
export function toTime(seconds: number): string;
export function toTime(seconds: number | null): string | null;
export function toTime(seconds: number | null): string | null {
  return seconds === null ? null : new Date(seconds * 1000).toISOString();
}
