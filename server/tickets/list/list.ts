import { sql, type InferResult } from "kysely";
import { hasPermission } from "#contract/access/actor.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { roundUp } from "#server/lib/db/bounds.ts";
import { buildMeta, parsePage } from "#server/lib/http/pagination.ts";
import { refuse } from "#server/lib/refusal.ts";
import { countTickets, type Counts, type Totals } from "./counts.ts";
import { applyFilters, matchSearch, type Query } from "./filters.ts";
import { encodeCursor, parseOrder } from "./order.ts";
import { selectListRows, type SortedTickets } from "../list-row-columns.ts";
import { serializeListRow } from "../serialize-ticket.ts";
import { paginateByAssignee, isByAssignee } from "./paginate-by-assignee.ts";
import { searchTickets } from "./search.ts";
import { cutTickets, readTickets, type Reach } from "./paginate.ts";

type Listed = Totals & { inside: string[]; rows: Row[] };
type Row = InferResult<ReturnType<typeof selectListRows>>[number] & { issue?: string };

/** Longer pages leave the texts out. */
const WITH_TEXTS = roundUp(100 + 1);

/** Lists a page of the tickets in the caller's scope. */
export async function listTickets(ctx: Ctx, query: Query) {
  if (query.deleted && !hasPermission(ctx.actor, "tickets.restore"))
    throw refuse(403, "ticket.trash_administrators_only");
  const page = parsePage(query, LIMITS.ticketsPageDefault);
  const order = parseOrder(query);
  // One more row than is shown tells whether there is a next page.
  const limit = roundUp(page.limit + 1);
  const reach = { order, after: query.after, limit, offset: query.after ? 0 : page.offset };
  const { search } = query;
  const { rows, total, counts, isCapped, inside } =
    search !== undefined && !query.deleted
      ? await listFound(ctx, { ...query, search }, reach)
      : await listMatching(ctx, query, reach);
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  const known = reach.offset + Math.min(rows.length, page.limit + 1);
  return {
    items: shown.map(serializeListRow),
    meta: {
      ...buildMeta(page, isCapped && rows.length > 0 ? Math.max(total, known) : total),
      total_is_capped: isCapped,
      found_inside: inside,
      counts,
      next: rows.length > page.limit && last ? encodeCursor(order, last) : null,
    },
  };
}

/**
 * Reads totals and page in one statement: what a list costs is mostly its ways to the database. The totals come without a
 * page too.
 */
async function listMatching(ctx: Ctx, query: Query, reach: Reach): Promise<Listed> {
  const counter = countTickets(ctx, query);
  const { order } = reach;
  const direction = sql.raw(order.direction);
  const { rows } = await sql<{ counted: Counts } & (Row | { id: null })>`
    with counted as materialized (
      select coalesce(json_object_agg(status, n), '{}') as counted from (${counter.byStatus}) as counted)
    select counted.counted, page.* from counted
    left join ${selectPage(ctx, cutMatching(ctx, query, reach), reach)} as page on true
    order by page.sort_value ${direction}, page.id ${direction}`.execute(ctx.db);
  return {
    ...counter.sum(rows[0]?.counted ?? {}),
    inside: [],
    rows: rows.flatMap(({ counted: _, ...row }) => (row.id === null ? [] : [row])),
  };
}

function cutMatching(ctx: Ctx, query: Query, reach: Reach): SortedTickets {
  if (isByAssignee(ctx, query)) return readTickets(paginateByAssignee(reach));
  const matching = applyFilters(ctx, query);
  const { search } = query;
  return cutTickets(ctx, search === undefined ? matching : matching.where(matchSearch(ctx, search)), reach);
}

async function listFound(ctx: Ctx, query: Query & { search: string }, reach: Reach): Promise<Listed> {
  const { places, ...found } = await searchTickets(ctx, query, reach);
  const { direction } = reach.order;
  const rows = await selectPage(ctx, readTickets(places), reach)
    .orderBy("t.sort_value", direction)
    .orderBy("t.id", direction)
    .execute();
  return { ...found, rows };
}

function selectPage(ctx: Ctx, tickets: SortedTickets, { limit }: Reach) {
  return selectListRows(ctx, tickets).$if(limit <= WITH_TEXTS, (page) => page.select("t.issue"));
}
