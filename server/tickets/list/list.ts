import { sql } from "kysely";
import { hasPermission } from "#contract/access/actor.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { roundUp } from "#server/lib/db/bounds.ts";
import { type Asked, buildOnce } from "#server/lib/db/build-once.ts";
import { buildMeta, parsePage } from "#server/lib/http/pagination.ts";
import { refuse } from "#server/lib/refusal.ts";
import { countByStatus, type Counted, sumUp, type Totals } from "./counts.ts";
import { applyFilters, isLedByTag, matchSearch, type Query } from "./filters.ts";
import { encodeCursor, parseOrder } from "./order.ts";
import type { ListRow, SortedTickets } from "../list-row-columns.ts";
import { serializeListRow } from "../serialize-ticket.ts";
import { isByDue, paginateByDue } from "./by-due.ts";
import { isFilteredByDue, paginateFilteredByDue } from "./filter-by-due.ts";
import { refuseFollowUpFilter } from "./by-follow-up.ts";
import { refuseParentFilter } from "./by-parent.ts";
import { refuseTagFilter } from "./by-tag.ts";
import { paginateByAssignee, isByAssignee } from "./paginate-by-assignee.ts";
import { queryPageWith, readPageWith, splitFacts } from "./read-page-with.ts";
import { searchTickets } from "./search.ts";
import { listUnread } from "./unread.ts";
import { cutTickets, paginate, readTickets, type Reach } from "./paginate.ts";

/** Longer pages leave the texts out. */
const WITH_TEXTS = roundUp(100 + 1);

type Listed = Totals & { inside: string[]; rows: ListRow[] };

/** Lists a page of the tickets in the caller's scope. */
export async function listTickets(ctx: Ctx, query: Query) {
  if (query.deleted && !hasPermission(ctx.actor, "tickets.restore"))
    throw refuse(403, "ticket.trash_administrators_only");
  refuseTagFilter(ctx.actor, query);
  refuseFollowUpFilter(ctx.actor, query);
  refuseParentFilter(ctx.actor, query);
  const page = parsePage(query, LIMITS.ticketsPageDefault);
  const isDueShown = await ctx.app.serviceLevels.isShown(ctx);
  if (query.sla && !isDueShown) return emptyList(page);
  const order = parseOrder(query);
  // One more row than is shown tells whether there is a next page.
  const limit = roundUp(page.limit + 1);
  const withTexts = !query.brief && limit <= WITH_TEXTS;
  const reach = { order, after: query.after, limit, offset: query.after ? 0 : page.offset, withTexts };
  const { search } = query;
  const { rows, total, counts, isCapped, inside } = query.unread
    ? await listUnread(ctx, query, reach)
    : search !== undefined && !query.deleted
      ? await searchTickets(ctx, { ...query, search }, reach)
      : await listMatching(ctx, query, reach);
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  const known = reach.offset + Math.min(rows.length, page.limit + 1);
  return {
    items: shown.map((row) => serializeListRow(row, isDueShown)),
    meta: {
      ...buildMeta(page, isCapped && rows.length > 0 ? Math.max(total, known) : total),
      total_is_capped: isCapped,
      found_inside: inside,
      counts,
      next: rows.length > page.limit && last ? encodeCursor(order, last) : null,
    },
  };
}

/** Nobody learns by a filter what the rows do not show. */
function emptyList(page: ReturnType<typeof parsePage>) {
  return {
    items: [],
    meta: { ...buildMeta(page, 0), total_is_capped: false, found_inside: [], counts: {}, next: null },
  };
}

async function listMatching(ctx: Ctx, query: Query, reach: Reach): Promise<Listed> {
  const { after, offset, limit, withTexts } = reach;
  const isFirst = after === undefined && offset === 0 && query.search === undefined;
  const { facts, rows } = isFirst
    ? splitFacts<Counted>(await selectFirstPage(ctx, { query: namesOfStatement(query), limit, withTexts }))
    : await readPageWith(ctx, matching(ctx, query, reach));
  return { ...sumUp(query, facts ?? { counts: {}, more: [] }), inside: [], rows };
}

/** What is asked most of a desk. Places further on and words are of many kinds: their statements are built each time. */
const selectFirstPage = buildOnce((asked, { query, limit, withTexts }: FirstPage) => {
  const reach = { order: parseOrder(query), after: undefined, limit, offset: 0, withTexts };
  return queryPageWith(asked, matching(asked, query, reach));
});

type FirstPage = { query: Query; limit: number; withTexts: boolean | undefined };

/** Lengths of pages are rounded, so that few statements do for all. */
function namesOfStatement({ page: _, per_page: __, page_size: ___, brief: ____, ...query }: Query): Query {
  return query;
}

function matching(asked: Asked, query: Query, reach: Reach) {
  return {
    facts: sql<Counted>`select coalesce(json_object_agg(status, n), '{}') as counts,
      coalesce(json_agg(status) filter (where is_more), '[]') as more from (${countByStatus(asked, query)}) as counted`,
    tickets: cutMatching(asked, query, reach),
    reach,
  };
}

function cutMatching(ctx: Asked, query: Query, reach: Reach): SortedTickets {
  if (isByDue(ctx, query)) return readTickets(ctx, paginateByDue(ctx, query, reach));
  if (isFilteredByDue(ctx, query)) return readTickets(ctx, paginateFilteredByDue(ctx, query, reach));
  if (isByAssignee(ctx, query)) return readTickets(ctx, paginateByAssignee(reach));
  const matching = applyFilters(ctx, query);
  const { search } = query;
  const found = search === undefined ? matching : matching.where(matchSearch(ctx, search));
  return isLedByTag(query) ? readTickets(ctx, paginate(ctx, found, reach)) : cutTickets(ctx, found, reach);
}
