import { hasPermission } from "#contract/access/actor.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Ctx } from "#server/lib/context.ts";
import { metaOf, pageOf } from "#server/lib/http/page.ts";
import { refuse } from "#server/lib/refusal.ts";
import { countTickets } from "./counts.ts";
import { narrowed, searched, type Query } from "./filters.ts";
import { cursorOf, orderOf } from "./order.ts";
import { onWire, withNames } from "../list-rows.ts";
import { byAssignee, isByAssignee } from "./by-assignee.ts";
import { searchTickets, type Found } from "./search.ts";
import { walk, type Reach } from "./paginate.ts";

/** A page of what the caller may see. The page is cut from one index first; names are joined to its few rows only. */
export async function listTickets(ctx: Ctx, query: Query) {
  if (query.deleted && !hasPermission(ctx.actor, "tickets.restore"))
    throw refuse(403, "Only administrators can look into the trash");
  const page = pageOf(query, LIMITS.ticketsPageDefault);
  const order = orderOf(query);
  // One more than is shown tells whether there is a next page.
  const reach = { order, after: query.after, limit: page.limit + 1, offset: query.after ? 0 : page.offset };
  const { places, total, counts, isCapped, inside } = await findPlaces(ctx, query, reach);
  const rows = await withNames(ctx, places)
    .$if(page.limit <= 100, (select) => select.select("t.issue"))
    .orderBy("page.sort_value", order.direction)
    .orderBy("t.id", order.direction)
    .execute();
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  return {
    items: shown.map(onWire),
    meta: {
      ...metaOf(page, isCapped && rows.length > 0 ? Math.max(total, reach.offset + rows.length) : total),
      total_is_capped: isCapped,
      found_inside: inside,
      counts,
      next: rows.length > page.limit && last ? cursorOf(order, last) : null,
    },
  };
}

async function findPlaces(ctx: Ctx, query: Query, reach: Reach): Promise<Found> {
  const { search } = query;
  if (search !== undefined && !query.deleted) return searchTickets(ctx, { ...query, search }, reach);
  const matching = narrowed(ctx, query);
  const places = walk(ctx, search === undefined ? matching : matching.where(searched(ctx, search)), reach);
  return {
    ...(await countTickets(ctx, query)),
    inside: [],
    places: isByAssignee(ctx, query) ? byAssignee(reach) : places,
  };
}
