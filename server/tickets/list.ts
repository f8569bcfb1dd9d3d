import { has } from "#contract/access/actor.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Ctx } from "../lib/context.ts";
import { metaOf, pageOf } from "../lib/page.ts";
import { refuse } from "../lib/refusal.ts";
import { countTickets } from "./counts.ts";
import { filteredTickets, type Query } from "./filters.ts";
import { afterCursor, cursorOf, orderOf } from "./order.ts";
import { onWire, withNames } from "./rows.ts";

/** A page of what the caller may see. The page is cut from one index first; names are joined to its few rows only. */
export async function listTickets(ctx: Ctx, query: Query) {
  if (query.deleted && !has(ctx.actor, "tickets.restore"))
    throw refuse(403, "Only administrators can look into the trash");
  const page = pageOf(query, LIMITS.ticketsPageDefault);
  const order = orderOf(query);
  const matching = filteredTickets(ctx, query);
  const rows = await withNames(
    ctx,
    matching
      .select(["t.id", order.value.as("sort_value")])
      .$if(query.after !== undefined, (select) => select.where(afterCursor(order, query.after ?? "")))
      .orderBy(order.value, order.direction)
      .orderBy("t.id", order.direction)
      .limit(page.limit + 1)
      .$if(query.after === undefined, (select) => select.offset(page.offset)),
  )
    .$if(page.limit <= 100, (select) => select.select("t.issue"))
    .orderBy("page.sort_value", order.direction)
    .orderBy("t.id", order.direction)
    .execute();
  const { total, counts } = await countTickets(ctx, query);
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  return {
    items: shown.map(onWire),
    meta: {
      ...metaOf(page, total),
      counts,
      next: rows.length > page.limit && last ? cursorOf(order, last) : null,
    },
  };
}
