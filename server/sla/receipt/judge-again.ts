import { sql } from "kysely";
import type { z } from "zod";
import { mayManageSla } from "#contract/access/sla.ts";
import type { receiptEndpoints } from "#contract/sla/receipt.ts";
import { refuse } from "#server/lib/refusal.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { recordEvent } from "#server/lib/work/history.ts";
import { lockTicket } from "#server/tickets/read.ts";
import { findInForce } from "../clock/in-force.ts";
import { runClock } from "../clock/run-clock.ts";
import { toVerdict } from "../due/record-verdicts.ts";
import { readFacts } from "../events.ts";
import { readRulebook } from "../judge.ts";
import { knownVersions } from "../service-levels.ts";
import { readVerdict, type VerdictEntry } from "./verdicts.ts";

type Wanted = z.output<typeof receiptEndpoints.judgeAgain.body>;

/**
 * Judges one target of a ticket by what its company has today. The earlier verdict stays, superseded; the new one counts in its
 * month. Refuses 403, 404, and 409 where nothing is decided, or where today's versions promise nothing of the kind.
 */
export async function judgeAgain(ctx: Ctx, ticketId: string, { target, cycle, reason }: Wanted) {
  const ticket = await lockTicket(ctx, ticketId);
  if (!mayManageSla(ctx.actor)) throw refuse(403, "auth.not_allowed");
  const before = await findStanding(ctx, ticketId, { target, cycle });
  const [verdict] = await judgeToday(ctx, ticketId, before);
  if (!verdict) throw refuse(409, "sla.nothing_to_judge");
  await ctx.db
    .insertInto("sla_verdicts")
    .values({
      ...verdict,
      month: before.month,
      company_id: before.company_id,
      priority: before.priority,
      assignee_id: before.assignee_id,
      supersedes_id: before.id,
      reason,
      judged_by: ctx.actor.id,
    })
    .execute();
  await recordEvent(ctx, {
    id: ticketId,
    kind: "ticket.sla_judged_again",
    companyId: ticket.company_id,
    reason,
    before: { verdict: before.verdict },
    after: { target, cycle, verdict: verdict.verdict },
  });
  return {
    before: withoutPlace(await readVerdict(ctx.db, before.id)),
    after: withoutPlace(await readVerdict(ctx.db, verdict.id)),
  };
}

/** The verdict that stands. */
async function findStanding(
  { db }: Ctx,
  ticketId: string,
  { target, cycle }: Pick<Wanted, "target" | "cycle">,
) {
  const verdict = await db
    .selectFrom("sla_verdicts as v")
    .select([
      "v.id",
      "v.target",
      "v.cycle",
      "v.verdict",
      "v.month",
      "v.company_id",
      "v.priority",
      "v.assignee_id",
    ])
    .where("v.ticket_id", "=", ticketId)
    .where("v.target", "=", target)
    .where("v.cycle", "=", cycle)
    .where(sql<boolean>`not exists (select from sla_verdicts newer where newer.supersedes_id = v.id)`)
    .executeTakeFirst();
  if (!verdict) throw refuse(409, "sla.nothing_to_judge");
  return verdict;
}

type Standing = Awaited<ReturnType<typeof findStanding>>;

async function judgeToday(ctx: Ctx, ticketId: string, { target, cycle, company_id }: Standing) {
  const book = await readRulebook(knownVersions(ctx.app));
  const versions = findInForce(book.known, company_id, ctx.now.getTime());
  const policy = versions && book.policy(versions.policyVersionId);
  const facts = (await readFacts(ctx.db, [ticketId])).get(ticketId);
  if (!versions || !policy || !facts) return [];
  const hours = (await book.openHours([versions.calendarVersionId])).get(versions.calendarVersionId);
  if (!hours) return [];
  const run = runClock({
    events: facts.events,
    terms: [{ from: 0, policy, hours }],
    until: Math.floor(ctx.now.getTime() / 1000),
  });
  const clock = run?.clocks.find((each) => each.target === target && each.cycle === cycle);
  if (!run || !clock || (clock.state !== "met" && clock.state !== "missed")) return [];
  return toVerdict(ticketId, clock, { found: { run, versions: [versions] }, now: ctx.now });
}

function withoutPlace({ target: _, cycle: __, ...verdict }: VerdictEntry) {
  return verdict;
}
