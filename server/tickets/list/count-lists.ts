import { sql, type RawBuilder } from "kysely";
import { hasPermission } from "#contract/access/actor.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { countByCounters, statusesOf } from "./counts.ts";
import { applyFilters, isLedByTag, type Query } from "./filters.ts";
import { limitParts, type Reach } from "./paginate.ts";
import { parseOrder } from "./order.ts";
import { searchTickets } from "./search.ts";
import { limitUnread } from "./unread.ts";

type List = { key: string; query: Query };

/**
 * Counts the tickets of some lists, each as far as one more than `limit`: in one statement, but for those with a search. A
 * list that the caller may not open has none.
 */
export async function countLists(
  ctx: Ctx,
  lists: readonly List[],
  limit: number,
): Promise<ReadonlyMap<string, number>> {
  const isDueShown = await ctx.app.serviceLevels.isShown(ctx);
  const open = lists.filter(
    ({ query: { deleted, sla } }) =>
      (!deleted || hasPermission(ctx.actor, "tickets.restore")) && (sla === undefined || isDueShown),
  );
  const searches = open.filter(isSearch);
  const plain = open.filter((list) => !isSearch(list));
  const counted = await countPlain(ctx, plain, limit + 1);
  for (const { key, query } of searches) counted.set(key, await countFound(ctx, query, limit));
  return counted;
}

async function countPlain(ctx: Ctx, lists: readonly List[], limit: number): Promise<Map<string, number>> {
  if (lists.length === 0) return new Map();
  const parts = lists.map(
    ({ key, query }) => sql`select ${key}::text as key, (${countOne(ctx, query, limit)}) as n`,
  );
  const { rows } = await sql<{ key: string; n: number }>`${sql.join(parts, sql` union all `)}`.execute(
    ctx.db,
  );
  return new Map(rows.map(({ key, n }) => [key, n]));
}

/** A statement of one number. */
function countOne(ctx: Ctx, query: Query, limit: number): RawBuilder<number> {
  if (query.unread) return sql`select count(*)::int from ${limitUnread(ctx, query, limit)} as unread`;
  const byCounters = countByCounters(ctx, query);
  if (byCounters) return byCounters;
  if (!query.active || query.status || !isLedByTag(query)) return countRows(ctx, query, limit);
  // The index of a tag has its tickets by their statuses: what is closed, which is most, is not looked at.
  const statuses = statusesOf(query).map((status) =>
    countRows(ctx, { ...query, active: undefined, status }, limit),
  );
  return sql`select sum(n)::int from (${sql.join(statuses, sql` union all `)}) as counted(n)`;
}

function countRows(ctx: Ctx, query: Query, limit: number): RawBuilder<number> {
  const rows = limitParts(ctx, applyFilters(ctx, query), limit);
  return sql`select count(*)::int from ${rows} as counted`;
}

const isSearch = ({ query }: List) => query.search !== undefined && !query.unread;

/** A search knows its hits exactly, or that there are more than it looked at. */
async function countFound(ctx: Ctx, query: Query, limit: number): Promise<number> {
  const { search = "" } = query;
  const reach: Reach = { order: parseOrder({}), after: undefined, limit: FEW, offset: 0 };
  const { total, isCapped } = await searchTickets(ctx, { ...query, search }, reach);
  return isCapped ? Math.max(total, limit + 1) : total;
}

/** Rows that a search reads beside its number. */
const FEW = 1;
