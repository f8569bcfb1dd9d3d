import type { z } from "zod";
import { type Actor, isExternal } from "#contract/access/actor.ts";
import { mayManageSla } from "#contract/access/sla.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Clock as ClockSchema, receiptEndpoints } from "#contract/sla/receipt.ts";
import { refuse } from "#server/lib/refusal.ts";
import { buildOnce } from "#server/lib/db/build-once.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { findRoot, visibleQuery } from "#server/tickets/read.ts";
import type { Run } from "../clock/run-clock.ts";
import { describeNow, listStretches } from "../clock/stretches.ts";
import type { Clock } from "../clock/types.ts";
import { judgeTicket } from "../judge.ts";
import { knownVersions } from "../service-levels.ts";
import { factsShownTo } from "../shown.ts";
import { toTime } from "./describe-ticket.ts";
import { describeJudge } from "./judged-by.ts";
import { toEntry, type VerdictEntry, verdictsOf } from "./verdicts.ts";

type Query = z.output<typeof receiptEndpoints.receipt.query>;

/**
 * How the clock of a ticket ran, computed now. Refuses 404 for a ticket that the caller does not see, and where their company
 * does not see service levels.
 */
export async function readReceipt(ctx: Ctx, ticketId: string, { all }: Query) {
  const { id, uid, facts, verdicts } = await findFacts(ctx, ticketId);
  const versions = knownVersions(ctx.app);
  const { judged, knowledge } = await judgeTicket(versions, facts, ctx.now);
  const of = { ticket_id: id, uid, as_of: ctx.now.toISOString() };
  if (!judged || judged.run.clocks.length === 0)
    return { ...of, clocks: [], next_responses: 0, judged_by: null };
  const waits = judged.run.clocks.filter(({ target }) => target === "next_response");
  const described = { actor: ctx.actor, run: judged.run, verdicts, timeOf: openTimes() };
  const folded = new Set(all === "true" ? [] : waits.slice(0, -LIMITS.slaCyclesShown));
  return {
    ...of,
    clocks: judged.run.clocks
      .filter((clock) => !folded.has(clock))
      .map((clock) => describeClock(described, clock)),
    next_responses: waits.length,
    judged_by: await describeJudge(ctx, { versions, knowledge }, judged),
  };
}

/** Reads the ticket, everything that its clocks are computed from, and for the staff its verdicts, in one statement. */
const selectFacts = buildOnce(({ actor, db }, ticketId: string) =>
  visibleQuery({ actor, db })
    .select(["t.id", "t.uid", "t.merged_into_id", factsShownTo(actor, "t").as("facts")])
    .$if(!isExternal(actor), (query) => query.select(verdictsOf(db, "t.id").as("verdicts")))
    .where("t.id", "=", ticketId),
);

async function findFacts(ctx: Ctx, ticketId: string) {
  const [found] = await selectFacts(ctx, ticketId);
  if (!found?.facts) throw refuse(404, "ticket.not_found");
  await findRoot(ctx, found);
  const { id, uid, facts, verdicts } = found;
  return { id, uid, facts, verdicts: verdicts ? verdicts.map(toEntry) : null };
}

/** Writes each moment once: a stretch begins where another ends, and several clocks run through the same hours. */
function openTimes(): (seconds: number) => string {
  const written = new Map<number, string>();
  return (seconds) => {
    const time = written.get(seconds) ?? toTime(seconds);
    written.set(seconds, time);
    return time;
  };
}

type Described = {
  actor: Actor;
  run: Run;
  verdicts: readonly VerdictEntry[] | null;
  timeOf: ReturnType<typeof openTimes>;
};

function describeClock(
  { actor, run, verdicts, timeOf }: Described,
  clock: Clock,
): z.input<typeof ClockSchema> {
  const { level } = clock;
  const used = level?.usedSeconds ?? 0;
  const { countsNow, changesAt } = describeNow(run, clock);
  const own = verdicts
    ?.filter(({ target, cycle }) => target === clock.target && cycle === clock.cycle)
    .map(({ target: _, cycle: __, ...verdict }) => verdict);
  const isTold = clock.state !== "paused" && clock.state !== "merged";
  return {
    target: clock.target,
    cycle: clock.cycle,
    level: level?.priority ?? null,
    levels: clock.levels.map((each) => ({
      priority: each.priority,
      target_seconds: each.targetSeconds,
      started_at: toTime(each.startedAt),
      due_at: isTold ? toTime(each.dueAt) : null,
    })),
    state: clock.state,
    started_at: toTime(clock.startedAt),
    ended_at: toTime(clock.endedAt),
    target_seconds: level?.targetSeconds ?? null,
    used_seconds: used,
    remaining_seconds: level && level.targetSeconds - used,
    over_seconds: level ? Math.max(0, used - level.targetSeconds) : 0,
    counts_now: countsNow,
    changes_at: toTime(changesAt),
    due_at: toTime(clock.dueAt),
    warn_at: toTime(clock.warnAt),
    unreachable: isTold && level !== null && level.dueAt === null,
    ended_by: clock.endedBy,
    answer_deleted: clock.isAnswerDeleted,
    stretches: listStretches(run, clock).map(({ from, to, counts, why, note, usedAfter }) => ({
      from: timeOf(from),
      to: timeOf(to),
      counts,
      why,
      note,
      used_after: usedAfter,
    })),
    ...(own && { verdicts: own, may_judge_again: own.length > 0 && mayManageSla(actor) }),
  };
}
