import { sql } from "kysely";
import { isNotClosed } from "../status-sql.ts";
import { isExternal } from "#contract/access/actor.ts";
import { STATUSES } from "#contract/statuses.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { dropStatus, isWaiting, applyFilters, matchSearch, type Query } from "./filters.ts";
import { limitParts } from "./paginate.ts";

type Counted = { status: string; n: number }[];

/**
 * Tickets of a status that are counted one by one: from the index alone for staff, ticket by ticket for external users.
 */
const MAX_COUNTED = { internal: 10_000, external: 2000 };

/**
 * Counts by status under all filters but the status itself; `total` is the length of the list with its status. Exact,
 * unless `isCapped`: then a status holds more than is counted one by one.
 */
export async function countTickets(
  ctx: Ctx,
  query: Query,
): Promise<{ total: number; counts: Record<string, number>; isCapped: boolean }> {
  const isKept = canReadCounters(ctx, query);
  const most = MAX_COUNTED[isExternal(ctx.actor) ? "external" : "internal"];
  const read = isKept ? await readCounters(ctx, query) : await countRows(ctx, query, most + 1);
  const counted = isKept ? read : read.map(({ status, n }) => ({ status, n: Math.min(n, most) }));
  const asked = query.status ? read.filter(({ status }) => status === query.status) : read;
  const isCapped = !isKept && asked.some(({ n }) => n > most);
  const counts = Object.fromEntries(counted.map(({ status, n }) => [status, n]));
  const total = query.status ? (counts[query.status] ?? 0) : counted.reduce((sum, { n }) => sum + n, 0);
  return { total, counts, isCapped };
}

/**
 * Whether the counters suffice: they know status, priority, company and assigned or not, which staff's plain lists
 * need.
 */
function canReadCounters(ctx: Ctx, query: Query): boolean {
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
      ${isWaiting(query) ? sql`and ${isNotClosed("status")}` : sql``}
    group by status having sum(n) <> 0`.execute(ctx.db);
  return rows.rows;
}

/** Counts status by status along the index, as far as `limit`. */
async function countRows(ctx: Ctx, query: Query, limit: number): Promise<Counted> {
  const parts = STATUSES.map((status) => {
    const matching = applyFilters(ctx, dropStatus(query)).where("t.status", "=", status);
    const { search } = query;
    const rows = limitParts(
      ctx,
      search === undefined ? matching : matching.where(matchSearch(ctx, search)),
      limit,
    );
    return sql`select ${status}::text as status, count(*)::int as n from ${rows} as counted`;
  });
  const { rows } = await sql<{ status: string; n: number }>`${sql.join(parts, sql` union all `)}`.execute(
    ctx.db,
  );
  return rows.filter(({ n }) => n > 0);
}
