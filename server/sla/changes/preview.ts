import { sql } from "kysely";
import type { z } from "zod";
import { mayManageSla } from "#contract/access/sla.ts";
import { LIMITS } from "#contract/limits.ts";
import type { changeEndpoints } from "#contract/sla/changes.ts";
import { refuse } from "#server/lib/refusal.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { findInForce, findJudging, isSame } from "../clock/in-force.ts";
import type { Clock } from "../clock/types.ts";
import { readFacts, type TicketFacts } from "../events.ts";
import { type Judged, judgeFacts, readRulebook, type Rulebook } from "../judge.ts";
import { toTime } from "../receipt/describe-ticket.ts";
import { knownVersions } from "../service-levels.ts";
import { countOpen, findDiffering, listCompanies, openTickets } from "./affected.ts";
import { draftRulebook } from "./drafts.ts";

type Draft = z.output<typeof changeEndpoints.preview.body>;

/** What a draft would do to open tickets if it were applied to them now. Writes nothing. */
export async function previewChange(ctx: Ctx, draft: Draft) {
  if (!mayManageSla(ctx.actor)) throw refuse(403, "auth.not_allowed");
  const book = await readRulebook(ctx.db, knownVersions(ctx.app));
  const drafted = await draftRulebook(ctx, book, draft);
  const companies = findDiffering(
    await listCompanies(ctx.db),
    [book.known, drafted.book.known],
    ctx.now.getTime(),
  );
  const tickets = await readOldest(ctx, companies);
  const { changes, isUpToDate } = await compare(ctx, tickets, [book, drafted.book]);
  return {
    open_tickets: await countOpen(ctx.db, companies),
    looked_at: tickets.length,
    changed: changes.length,
    overdue_more: changes.filter(({ overdue }) => overdue === "more").length,
    overdue_less: changes.filter(({ overdue }) => overdue === "less").length,
    // What was saved before and kept from them would come with it.
    only_later_days: drafted.onlyLaterDays && isUpToDate,
    changes: changes
      .toSorted((a, b) => b.difference - a.difference)
      .slice(0, LIMITS.slaPreviewRows)
      .map(({ difference: _, overdue: __, ...change }) => change),
  };
}

type Ticket = Awaited<ReturnType<typeof readOldest>>[number];

async function readOldest({ db }: Ctx, companies: readonly string[]) {
  if (companies.length === 0) return [];
  return openTickets(db, companies)
    .innerJoin("companies as c", "c.id", "t.company_id")
    .select(["t.id", "t.uid", "t.subject", "t.company_id", "c.name as company_name"])
    .orderBy("t.created")
    .orderBy("t.id")
    .limit(sql.lit(LIMITS.slaPreviewTickets))
    .execute();
}

/** What would move, and whether nothing that was saved is kept from the tickets today. */
async function compare(ctx: Ctx, tickets: readonly Ticket[], books: readonly [Rulebook, Rulebook]) {
  const { facts, generation } = await readFacts(
    ctx.db,
    tickets.map(({ id }) => id),
  );
  // What was saved since the books were read may judge one of the tickets already.
  const { policyVersions } = await knownVersions(ctx.app).since(generation);
  const withNewest = (book: Rulebook): Rulebook => ({
    ...book,
    policy: (id) => book.policy(id) ?? policyVersions.get(id),
  });
  const [now, then] = [withNewest(books[0]), withNewest(books[1])];
  const before = await judgeFacts(now, facts, ctx.now);
  const after = await judgeFacts(then, pinAll(ctx, tickets, { facts, book: then }), ctx.now);
  const changes = tickets.flatMap((ticket) => {
    const moved = findMoved(before.get(ticket.id), after.get(ticket.id), ctx.now);
    if (!moved) return [];
    const { id: ticket_id, uid, subject, company_name } = ticket;
    return [{ ticket_id, uid, subject, company_name, ...moved }];
  });
  return {
    changes,
    isUpToDate: tickets.every((ticket) => isJudgedByPresent(ctx, ticket, { facts, book: now })),
  };
}

/** Whether what is in force is what judges a ticket. */
function isJudgedByPresent(
  { now }: Ctx,
  { id, company_id }: Ticket,
  { facts, book }: { facts: ReadonlyMap<string, TicketFacts>; book: Rulebook },
): boolean {
  const life = facts.get(id)?.life;
  const judging = life && findJudging(book.known, life).at(-1);
  return isSame(judging?.versions ?? null, findInForce(book.known, company_id, now.getTime()));
}

/** As if the draft were applied to each ticket now. */
function pinAll(
  { now }: Ctx,
  tickets: readonly Ticket[],
  { facts, book }: { facts: ReadonlyMap<string, TicketFacts>; book: Rulebook },
): Map<string, TicketFacts> {
  const at = now.getTime();
  return new Map(
    tickets.flatMap(({ id, company_id }) => {
      const each = facts.get(id);
      if (!each) return [];
      const pin = { at, versions: findInForce(book.known, company_id, at) };
      return [[id, { ...each, life: { ...each.life, pins: [...each.life.pins, pin] } }] as const];
    }),
  );
}

/** The target whose due time moves farthest; null where none does. What is not measured on one side moves farther than any. */
function findMoved(before: Judged | undefined, after: Judged | undefined, now: Date) {
  const [was, will] = [openClocks(before), openClocks(after)];
  const targets = new Set([...was.keys(), ...will.keys()]);
  const moves = [...targets].flatMap((target) => {
    const [one, other] = [was.get(target), will.get(target)];
    const [due_now, due_then] = [one?.dueAt ?? null, other?.dueAt ?? null];
    if (due_now === due_then) return [];
    const difference =
      due_now === null || due_then === null ? Number.MAX_SAFE_INTEGER : Math.abs(due_then - due_now);
    const [paused_now, paused_then] = [one?.state === "paused", other?.state === "paused"];
    return [
      { target, due_now: toTime(due_now), due_then: toTime(due_then), paused_now, paused_then, difference },
    ];
  });
  const [farthest] = moves.toSorted((a, b) => b.difference - a.difference);
  if (!farthest) return null;
  const [overdue, willBeOverdue] = [was, will].map((clocks) => isOverdue(clocks, now));
  return { ...farthest, overdue: overdue === willBeOverdue ? null : willBeOverdue ? "more" : "less" };
}

function openClocks(judged: Judged | undefined): Map<Clock["target"], Clock> {
  const open = (judged?.run.clocks ?? []).filter(({ state }) => state === "running" || state === "paused");
  return new Map(open.map((clock) => [clock.target, clock]));
}

function isOverdue(clocks: ReadonlyMap<string, Clock>, now: Date): boolean {
  return [...clocks.values()].some(({ dueAt }) => dueAt !== null && dueAt * 1000 < now.getTime());
}
