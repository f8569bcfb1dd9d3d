import { sql } from "kysely";
import type { z } from "zod";
import { mayManageSla } from "#contract/access/sla.ts";
import type { receiptEndpoints } from "#contract/sla/receipt.ts";
import { refuse } from "#server/lib/refusal.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { recordEvent } from "#server/lib/work/history.ts";
import { lockTicket } from "#server/tickets/read.ts";
import { readRulebook } from "../judge.ts";
import { knownVersions } from "../service-levels.ts";
import { judgeToday } from "./judge-today.ts";
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
  const book = await readRulebook(ctx.db, knownVersions(ctx.app));
  const verdict = await judgeToday(ctx, book, { ...before, ticket_id: ticketId });
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

function withoutPlace({ target: _, cycle: __, ...verdict }: VerdictEntry) {
  return verdict;
}
