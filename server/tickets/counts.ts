import { sql } from "kysely";
import { isExternal } from "#contract/access/actor.ts";
import type { Ctx } from "../lib/context.ts";
import { filteredTickets, inAnyStatus, isWaiting, type Query } from "./filters.ts";

type Counted = { status: string; n: number }[];

/** Exact numbers by status under all filters but the status itself; `total` is what the list with its status holds. */
export async function countTickets(
  ctx: Ctx,
  query: Query,
): Promise<{ total: number; counts: Record<string, number> }> {
  const counted = fromCounters(ctx, query) ? await readCounters(ctx, query) : await countRows(ctx, query);
  const counts = Object.fromEntries(counted.map(({ status, n }) => [status, n]));
  const total = query.status ? (counts[query.status] ?? 0) : counted.reduce((sum, { n }) => sum + n, 0);
  return { total, counts };
}

/** The counters know status, priority, company and assigned or not, of everything: staff's plain lists need no more. */
function fromCounters(ctx: Ctx, query: Query): boolean {
  const others = [query.search, query.client_id, query.group_id, query.mine, query.deleted];
  const byAssignee = query.assignee_id !== undefined && query.assignee_id !== "none";
  return !isExternal(ctx.actor) && !byAssignee && others.every((filter) => !filter);
}

async function readCounters(ctx: Ctx, query: Query): Promise<Counted> {
  const unassigned = query.unassigned || query.assignee_id === "none";
  const byCompany = query.company_id !== undefined;
  const company = query.company_id === "none" ? "00000000-0000-0000-0000-000000000000" : query.company_id;
  const rows = await sql<{ status: string; n: number }>`
    select status, sum(n)::bigint as n from ${sql.table(byCompany ? "ticket_counts" : "ticket_totals")}
    where true
      ${byCompany ? sql`and company_id = ${company}` : sql``}
      ${query.priority ? sql`and priority = ${query.priority}` : sql``}
      ${unassigned ? sql`and not assigned` : sql``}
      ${isWaiting(query) ? sql`and status <> 'closed'` : sql``}
    group by status having sum(n) <> 0`.execute(ctx.db);
  return rows.rows;
}

async function countRows(ctx: Ctx, query: Query): Promise<Counted> {
  return filteredTickets(ctx, inAnyStatus(query))
    .select((eb) => ["t.status", eb.fn.countAll<number>().as("n")])
    .groupBy("t.status")
    .execute();
}
