/*
 * Whether a ticket is unread is a matter of a person and a ticket, which no index knows. So the newest tickets of the other
 * filters are asked one by one, as far as LIMITS.unreadLookedThrough, each for its words too where there is a search. A list
 * that ends there says that there may be more.
 */
import { sql, type RawBuilder, type SqlBool } from "kysely";
import { LIMITS } from "#contract/limits.ts";
import { skip } from "#server/lib/db/bounds.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { isUnread, type ListRow, type SortedTickets } from "../list-row-columns.ts";
import { applyFilters, dropStatus, isLedByTag, type Query } from "./filters.ts";
import { matchByProbe, matchTokens, parseSearch } from "./match-tokens.ts";
import { afterCursor, parseOrder } from "./order.ts";
import { cutTickets, paginate, readTickets, type Places, type Reach } from "./paginate.ts";
import { readPageWith } from "./read-page-with.ts";

type Found = {
  rows: ListRow[];
  total: number;
  counts: Record<string, number>;
  isCapped: boolean;
  inside: string[];
};
type Facts = { counts: Record<string, number>; looked: number };

/** A page of the unread tickets, with how many there are by status. */
export async function listUnread(ctx: Ctx, query: Query, reach: Reach): Promise<Found> {
  const { order, after } = reach;
  const direction = sql.raw(order.direction);
  const { facts, rows } = await readPageWith(ctx, {
    before: [
      sql`newest as materialized (
        select t.id, t.status, ${isUnread(ctx)} as is_unread from ${cutNewest(ctx, dropStatus(query))} as t)`,
      sql`hits as materialized (select t.id, t.status from newest t where is_unread and ${hasWords(ctx, query)})`,
    ],
    facts: sql<Facts>`select
      (select coalesce(json_object_agg(status, n), '{}')
        from (select status, count(*) as n from hits group by status) as counted) as counts,
      (select count(*)::int from newest) as looked`,
    tickets: readTickets(
      ctx,
      sql`(
      select t.id, ${order.value} as sort_value from hits join tickets t on t.id = hits.id
      where ${query.status === undefined ? sql`true` : sql`t.status = ${query.status}`}
        and ${after === undefined ? sql`true` : afterCursor(order, after)}
      order by 2 ${direction}, 1 ${direction} ${skip(reach.offset)} limit ${sql.lit(reach.limit)})`,
    ),
    reach,
  });
  const { counts, looked } = facts ?? { counts: {}, looked: 0 };
  const total = query.status
    ? (counts[query.status] ?? 0)
    : Object.values(counts).reduce((sum, n) => sum + n, 0);
  return { rows, total, counts, isCapped: looked >= LIMITS.unreadLookedThrough, inside: [] };
}

/** Whether a ticket is among those that the list of a query shows, but for its words; for an export. */
export function isListedUnread(ctx: Ctx, query: Query): RawBuilder<SqlBool> {
  return sql<SqlBool>`t.id in (select t.id from ${selectNewest(ctx, dropStatus(query))} as newest
    join tickets t on t.id = newest.id where ${isUnread(ctx)})`;
}

/** The unread tickets of a query, at most `limit`, for counting. */
export function limitUnread(ctx: Ctx, query: Query, limit: number): RawBuilder<unknown> {
  return sql`(select from ${selectNewest(ctx, query)} as newest join tickets t on t.id = newest.id
    where ${isUnread(ctx)} and ${hasWords(ctx, query)} limit ${sql.lit(limit)})`;
}

/** The newest of a query as whole tickets: their scan reads them, and nobody looks them up once more. */
function cutNewest(ctx: Ctx, query: Query): SortedTickets {
  const matching = applyFilters(ctx, query);
  return isLedByTag(query)
    ? readTickets(ctx, paginate(ctx, matching, NEWEST))
    : cutTickets(ctx, matching, NEWEST);
}

function selectNewest(ctx: Ctx, query: Query): Places {
  return paginate(ctx, applyFilters(ctx, query), NEWEST);
}

const NEWEST: Reach = {
  order: parseOrder({}),
  after: undefined,
  limit: LIMITS.unreadLookedThrough,
  offset: 0,
};

function hasWords(ctx: Ctx, { search }: Query): RawBuilder<SqlBool> {
  if (search === undefined) return sql<SqlBool>`true`;
  const question = parseSearch(search);
  return question === null ? sql<SqlBool>`false` : matchByProbe(matchTokens(ctx, question));
}
