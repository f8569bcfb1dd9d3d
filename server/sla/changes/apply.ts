import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { z } from "zod";
import { mayManageSla } from "#contract/access/sla.ts";
import { type DataOf, jobs } from "#contract/jobs.ts";
import { LIMITS } from "#contract/limits.ts";
import type { changeEndpoints } from "#contract/sla/changes.ts";
import type { SlaScope } from "#server/db/tables/service-levels.ts";
import { runTransaction } from "#server/lib/db/transaction.ts";
import { refuse } from "#server/lib/refusal.ts";
import type { App, Ctx } from "#server/lib/request-context.ts";
import { enqueue } from "#server/lib/work/enqueue.ts";
import { recordEvent, recordEvents, type RecordingCtx } from "#server/lib/work/history.ts";
import { findInForce, findJudging, isSame } from "../clock/in-force.ts";
import { readFacts } from "../events.ts";
import { knownVersions } from "../service-levels.ts";
import type { Knowledge } from "../known.ts";
import { runServiceLevels } from "../due/start-renewing.ts";
import { countOpen, listCompanies, openTickets } from "./affected.ts";
import { type Application, getApplication, lockApplication } from "./application.ts";

type Scope = z.output<typeof changeEndpoints.apply.body>;

/**
 * Judges open tickets by what is in force now: the first ones in the caller's transaction, the others by a job. Refuses 403, 404
 * for what is not there.
 */
export async function applyChange(ctx: Ctx, asked: Scope) {
  if (!mayManageSla(ctx.actor)) throw refuse(403, "auth.not_allowed");
  const scope = toScope(asked);
  const companies = await findCompanies(ctx, scope);
  const group_id = randomUUID();
  await ctx.db
    .insertInto("sla_applications")
    .values({
      group_id,
      scope: JSON.stringify(scope),
      applied_by: ctx.actor.id,
      at: ctx.now,
      open_tickets: await countOpen(ctx.db, companies),
    })
    .execute();
  const application = await lockApplication(ctx.db, group_id);
  const isMore = await applyBatch(ctx.app, ctx, application);
  if (isMore) await enqueue(ctx, jobs.applyServiceLevels, { group_id });
  return getApplication(ctx, group_id);
}

/** The job: judges the tickets that are left, five hundred a transaction. One that was undone meanwhile goes no further. */
export async function continueApplication(
  app: App,
  { group_id }: DataOf<typeof jobs.applyServiceLevels>,
): Promise<void> {
  for (let isMore = true; isMore;)
    // oxlint-disable-next-line no-await-in-loop
    isMore = await runTransaction(app.db, async (db) => {
      const application = await lockApplication(db, group_id);
      if (application.done_at !== null || application.undone_at !== null) return false;
      const now = app.clock.now();
      return applyBatch(
        app,
        { db, now, actor: null, ip: null, requestId: randomUUID(), via: "system" },
        application,
      );
    });
  await runServiceLevels(app);
}

/** Judges the next tickets in the order of their ids; answers whether there are more. */
async function applyBatch(app: App, ctx: RecordingCtx, application: Application): Promise<boolean> {
  const { group_id, applied_by, at, last_ticket_id } = application;
  const knowledge = await knownVersions(app).read(ctx.db);
  const companies = pickCompanies(knowledge, await listCompanies(ctx.db), application.scope, at);
  const tickets =
    companies.length === 0
      ? []
      : await openTickets(ctx.db, companies)
          .select(["t.id", "t.company_id"])
          .where((eb) => (last_ticket_id === null ? sql<boolean>`true` : eb("t.id", ">", last_ticket_id)))
          .orderBy("t.id")
          .limit(sql.lit(LIMITS.slaApplyAtOnce))
          .execute();
  const pins = await planPins(ctx, knowledge, tickets, at);
  await insertPins(ctx, pins, application);
  await recordEvents(
    ctx,
    pins.map(({ ticket_id, company_id }) => ({
      id: ticket_id,
      kind: "ticket.sla_applied",
      by: applied_by,
      companyId: company_id,
      groupId: group_id,
    })),
  );
  const isMore = tickets.length === LIMITS.slaApplyAtOnce;
  const applied = application.applied + pins.length;
  await ctx.db
    .updateTable("sla_applications")
    .set({
      applied,
      last_ticket_id: tickets.at(-1)?.id ?? last_ticket_id,
      ...(!isMore && { done_at: ctx.now }),
    })
    .where("group_id", "=", group_id)
    .execute();
  if (!isMore)
    await recordEvent(ctx, {
      id: group_id,
      kind: "sla.applied",
      by: applied_by,
      groupId: group_id,
      after: { ...application.scope, applied },
    });
  return isMore;
}

type Pin = {
  ticket_id: string;
  company_id: string | null;
  policy_version_id: string | null;
  calendar_version_id: string | null;
};

/** Tickets that are judged by these versions already stay as they are. */
async function planPins(
  { db }: RecordingCtx,
  knowledge: Knowledge,
  tickets: readonly { id: string; company_id: string | null }[],
  at: Date,
): Promise<Pin[]> {
  const { facts } = await readFacts(
    db,
    tickets.map(({ id }) => id),
  );
  return tickets.flatMap(({ id, company_id }) => {
    const life = facts.get(id)?.life;
    if (!life) return [];
    const versions = findInForce(knowledge, company_id, at.getTime());
    if (isSame(findJudging(knowledge, life).at(-1)?.versions ?? null, versions)) return [];
    return [
      {
        ticket_id: id,
        company_id,
        policy_version_id: versions?.policyVersionId ?? null,
        calendar_version_id: versions?.calendarVersionId ?? null,
      },
    ];
  });
}

async function insertPins(
  { db }: RecordingCtx,
  pins: readonly Pin[],
  application: Application,
): Promise<void> {
  if (pins.length === 0) return;
  const { group_id, applied_by, at } = application;
  await db
    .insertInto("sla_pins")
    .values(pins.map(({ company_id: _, ...pin }) => ({ ...pin, at, group_id, pinned_by: applied_by })))
    .execute();
  await queueTickets(
    db,
    pins.map(({ ticket_id }) => ticket_id),
  );
}

/** Queues tickets because other versions judge them now. */
export async function queueTickets(db: RecordingCtx["db"], ids: readonly string[]): Promise<void> {
  await sql`
    insert into sla_queue (ticket_id, seq) select id, 0 from unnest(${[...ids]}::uuid[]) as id
    on conflict do nothing`.execute(db);
}

function toScope({ policy_id, calendar_id, company_id }: Scope): SlaScope {
  if (policy_id !== undefined) return { policy_id };
  if (calendar_id !== undefined) return { calendar_id };
  return { company_id: company_id ?? null };
}

async function findCompanies(ctx: Ctx, scope: SlaScope): Promise<string[]> {
  const knowledge = await knownVersions(ctx.app).read(ctx.db);
  if ("policy_id" in scope && !knowledge.policies.has(scope.policy_id))
    throw refuse(404, "sla.policy_not_found");
  if ("calendar_id" in scope && !knowledge.calendars.has(scope.calendar_id))
    throw refuse(404, "calendar.not_found");
  const companies = await listCompanies(ctx.db);
  if ("company_id" in scope && scope.company_id !== null && !companies.includes(scope.company_id))
    throw refuse(404, "company.not_found");
  return pickCompanies(knowledge, companies, scope, ctx.now);
}

/** The companies that a change is about. */
function pickCompanies(
  knowledge: Knowledge,
  companies: readonly string[],
  scope: SlaScope,
  at: Date,
): string[] {
  const calendar = "calendar_id" in scope ? (knowledge.calendars.get(scope.calendar_id) ?? []) : [];
  const isCalendar = (id: string) => calendar.some((version) => version.id === id);
  return companies.filter((id) => {
    if ("company_id" in scope)
      return scope.company_id === null ? followsOrganization(knowledge, id, at) : id === scope.company_id;
    const versions = findInForce(knowledge, id, at.getTime());
    if (versions === null) return false;
    return "policy_id" in scope
      ? knowledge.policyVersions.get(versions.policyVersionId)?.policyId === scope.policy_id
      : isCalendar(versions.calendarVersionId);
  });
}

/** One with a service level of its own is concerned by other hours alone, where neither it nor that level names any. */
function followsOrganization(knowledge: Knowledge, id: string, at: Date): boolean {
  const { assignments, policyVersions } = knowledge;
  const own = lastOf(assignments.get(id), at).at(-1);
  if (own === undefined || own.inherits) return true;
  const [now, before] = lastOf(assignments.get(null), at).toReversed();
  if (own.calendarId !== null || now?.calendarId === before?.calendarId) return false;
  const versions = findInForce(knowledge, id, at.getTime());
  return versions !== null && policyVersions.get(versions.policyVersionId)?.calendarId === null;
}

function lastOf<Row extends { from: number }>(rows: readonly Row[] | undefined, at: Date): readonly Row[] {
  return rows?.filter(({ from }) => from <= at.getTime()) ?? [];
}
