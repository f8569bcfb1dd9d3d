import { sql } from "kysely";
import { anyOf } from "#server/lib/any-of.ts";
import type { MergePreview } from "#contract/merges.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import type { Refusal } from "#server/lib/refusal.ts";
import type { TicketRecord } from "#server/tickets/read.ts";
import { type Family, lockFamily, readHeld } from "./family.ts";
import { addUp, findDrafts, measureTickets, type Moves, NOTHING } from "./measure.ts";
import { refuseMerging } from "./merge.ts";
import { digestOfNewReaders, findNewReaders } from "./new-readers.ts";
import { findObstacles, readCompanyNames } from "./obstacles.ts";
import { planSettling, type Step } from "./settle.ts";
import { countWaiting } from "./waiting.ts";

/** Says what a merge would do, by the functions that do it; those that cannot be merged are left out of it. */
export async function previewMerge(
  ctx: Ctx,
  keptId: string,
  { ids }: { ids: string[] },
): Promise<MergePreview> {
  refuseMerging(ctx.actor);
  const family = await lockFamily(ctx, keptId, ids);
  const { kept, others } = family;
  const companies = await readCompanyNames(ctx.db, [kept, ...others]);
  const obstacles = await findObstacles(ctx.db, family, companies);
  const fit = others.filter((_, index) => !obstacles[index]);
  const refused = others.flatMap((ticket, index) => {
    const obstacle = obstacles[index];
    return obstacle ? [{ ticket, obstacle }] : [];
  });
  const steps = await planSteps(ctx, { kept, others: fit });
  const all = [kept, ...fit];
  const allIds = all.map(({ id }) => id);
  const sizes = await measureTickets(ctx.db, allIds);
  const begun = await findDrafts(ctx, allIds);
  const clients = await readClientNames(ctx, all);
  const readers = await findNewReaders(ctx.db, allIds);
  const sizeOf = ({ id }: TicketRecord): Moves => sizes.get(id) ?? NOTHING;
  return {
    tickets: all.map((ticket) => ({
      ...nameOf(ticket),
      status: ticket.status,
      priority: ticket.priority,
      client_fullname: clients.get(ticket.client_id ?? "") ?? null,
      company_name: companies.get(ticket.company_id ?? "") ?? null,
      created: ticket.created.toISOString(),
      moves: sizeOf(ticket),
      has_draft: begun.has(ticket.id),
    })),
    settles: await describeSteps(ctx, steps),
    newly_reads: readers,
    digest: digestOfNewReaders(readers),
    moves: addUp(fit.map(sizeOf)),
    waiting: await countWaiting(ctx, { kept, others: fit }),
    refusals: refused.map(({ ticket, obstacle }) => ({ ...nameOf(ticket), ...explain(obstacle) })),
  };
}

/** A refusal in the words of the answer, and so that a program can say it in another language. */
export function explain({ code, params, message }: Refusal) {
  return { code, ...(isRecord(params) && { params }), why: message };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

const nameOf = ({ id, uid, subject }: TicketRecord) => ({ id, uid, subject });

async function planSteps(ctx: Ctx, family: Family): Promise<Step[]> {
  return planSettling(family.kept, family.others, await readHeld(ctx, family));
}

type Settles = MergePreview["settles"];

/** What changes on the ticket that stays, with people and teams by their names. */
async function describeSteps(ctx: Ctx, steps: readonly Step[]): Promise<Settles> {
  const { status, priority, assignee_id, group_id, follow_up_at }: Step["after"] = Object.assign(
    {},
    ...steps.map(({ after }) => after),
  );
  const names = await readNames(ctx, assignee_id ?? null, group_id ?? null);
  const settles: Settles = [
    { field: "status", to: listOf(status) },
    { field: "priority", to: listOf(priority) },
    { field: "assignee_id", to: listOf(names.assignee) },
    { field: "group_id", to: listOf(names.team) },
    { field: "follow_up_at", to: listOf(follow_up_at?.toISOString()) },
    { field: "tags", to: steps.flatMap(({ tags }) => tags.map(({ name }) => name)) },
    { field: "participants", to: steps.flatMap(({ people }) => people.map(({ fullname }) => fullname)) },
  ];
  return settles.filter(({ to }) => to.length > 0);
}

function listOf(value: string | null | undefined): string[] {
  return value === null || value === undefined ? [] : [value];
}

async function readNames({ db }: Ctx, assignee: string | null, team: string | null) {
  const { rows } = await sql<{ assignee: string | null; team: string | null }>`
    select (select fullname from users where id = ${assignee}::uuid) as assignee,
      (select name from groups where id = ${team}::uuid) as team`.execute(db);
  return rows[0] ?? { assignee: null, team: null };
}

async function readClientNames({ db }: Ctx, tickets: readonly TicketRecord[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("users")
    .select(["id", "fullname"])
    .where("id", "=", anyOf(tickets.map(({ client_id }) => client_id)))
    .execute();
  return new Map(rows.map(({ id, fullname }) => [id, fullname]));
}
