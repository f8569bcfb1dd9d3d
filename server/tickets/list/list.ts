import { hasPermission } from "#contract/access/actor.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { buildMeta, parsePage } from "#server/lib/http/pagination.ts";
import { refuse } from "#server/lib/refusal.ts";
import { countTickets } from "./counts.ts";
import { applyFilters, matchSearch, type Query } from "./filters.ts";
import { encodeCursor, parseOrder } from "./order.ts";
import { joinNames } from "../list-row-columns.ts";
import { serializeListRow } from "../serialize-ticket.ts";
import { paginateByAssignee, isByAssignee } from "./paginate-by-assignee.ts";
import { searchTickets, type Found } from "./search.ts";
import { paginate, type Reach } from "./paginate.ts";

/**
 * Lists a page of the tickets in the caller's scope. The page is cut from one index first; names are joined to its few
 * rows only.
 */
export async function listTickets(ctx: Ctx, query: Query) {
  if (query.deleted && !hasPermission(ctx.actor, "tickets.restore"))
    throw refuse(403, "ticket.trash_administrators_only");
  const page = parsePage(query, LIMITS.ticketsPageDefault);
  const order = parseOrder(query);
  // One more row than is shown tells whether there is a next page.
  const reach = { order, after: query.after, limit: page.limit + 1, offset: query.after ? 0 : page.offset };
  const { places, total, counts, isCapped, inside } = await findPlaces(ctx, query, reach);
  const rows = await joinNames(ctx, places)
    .$if(page.limit <= 100, (select) => select.select("t.issue"))
    .orderBy("page.sort_value", order.direction)
    .orderBy("t.id", order.direction)
    .execute();
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  return {
    items: shown.map(serializeListRow),
    meta: {
      ...buildMeta(page, isCapped && rows.length > 0 ? Math.max(total, reach.offset + rows.length) : total),
      total_is_capped: isCapped,
      found_inside: inside,
      counts,
      next: rows.length > page.limit && last ? encodeCursor(order, last) : null,
    },
  };
}

async function findPlaces(ctx: Ctx, query: Query, reach: Reach): Promise<Found> {
  const { search } = query;
  if (search !== undefined && !query.deleted) return searchTickets(ctx, { ...query, search }, reach);
  const matching = applyFilters(ctx, query);
  const places = paginate(
    ctx,
    search === undefined ? matching : matching.where(matchSearch(ctx, search)),
    reach,
  );
  return {
    ...(await countTickets(ctx, query)),
    inside: [],
    places: isByAssignee(ctx, query) ? paginateByAssignee(reach) : places,
  };
}
