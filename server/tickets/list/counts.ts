import { sql, type RawBuilder } from "kysely";
import { isNotClosed } from "../status-sql.ts";
import { isExternal } from "#contract/access/actor.ts";
import { STATUSES } from "#contract/statuses.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { dropStatus, isWaiting, applyFilters, matchSearch, type Query } from "./filters.ts";
import { limitParts } from "./paginate.ts";

export type Counts = Record<string, number>;
export type Totals = { total: number; counts: Counts; isCapped: boolean };

/**
 * Tickets of a status that are counted one by one: from the index alone for staff, ticket by ticket for external users.
 */
const MAX_COUNTED = { internal: 10_000, external: 2000 };

/**
 * How many tickets each status has, under all filters but the status itself: the statement, with the columns `status` and
 * `n`, and what its answer means. `total` is the length of the list with its status. Exact, unless `isCapped`: then a
 * status holds more than is counted one by one.
 */
export function countTickets(
  ctx: Ctx,
  query: Query,
): { byStatus: RawBuilder<unknown>; sum: (counted: Counts) => Totals } {
  const most = MAX_COUNTED[isExternal(ctx.actor) ? "external" : "internal"];
  return canReadCounters(ctx, query)
    ? { byStatus: readCounters(query), sum: (counted) => sumUp(query, counted, Infinity) }
    : { byStatus: countRows(ctx, query, most + 1), sum: (counted) => sumUp(query, counted, most) };
}

function sumUp({ status }: Query, counted: Counts, most: number): Totals {
  const counts = Object.fromEntries(Object.entries(counted).map(([name, n]) => [name, Math.min(n, most)]));
  const asked = status ? [counted[status] ?? 0] : Object.values(counted);
  const total = status ? (counts[status] ?? 0) : Object.values(counts).reduce((sum, n) => sum + n, 0);
  return { total, counts, isCapped: asked.some((n) => n > most) };
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

function readCounters(query: Query): RawBuilder<unknown> {
  const unassigned = query.unassigned || query.assignee_id === "none";
  const byCompany = query.company_id !== undefined;
  const company = query.company_id === "none" ? "00000000-0000-0000-0000-000000000000" : query.company_id;
  return sql`
    select status, sum(n)::bigint as n from ${sql.table(byCompany ? "ticket_counts" : "ticket_totals")}
    where true
      ${byCompany ? sql`and company_id = ${company}` : sql``}
      ${query.priority ? sql`and priority = ${query.priority}` : sql``}
      ${unassigned ? sql`and not assigned` : sql``}
      ${isWaiting(query) ? sql`and ${isNotClosed("status")}` : sql``}
    group by status having sum(n) <> 0`;
}

/** Counts status by status along the index, as far as `limit`. */
function countRows(ctx: Ctx, query: Query, limit: number): RawBuilder<unknown> {
  const { search } = query;
  const found = search === undefined ? undefined : matchSearch(ctx, search);
  const parts = STATUSES.map((status) => {
    const matching = applyFilters(ctx, dropStatus(query)).where("t.status", "=", sql.lit(status));
    const rows = limitParts(ctx, found === undefined ? matching : matching.where(found), limit);
    return sql`select ${sql.lit(status)} as status, count(*) as n from ${rows} as counted`;
  });
  return sql`select status, n from (${sql.join(parts, sql` union all `)}) as counted where n > 0`;
}
