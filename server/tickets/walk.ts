import { expressionBuilder, sql, type Expression } from "kysely";
import type { Tables } from "../db/tables.ts";
import type { Ctx } from "../lib/context.ts";
import type { TicketSelect } from "./filters.ts";
import { afterCursor, type Order } from "./order.ts";
import { scopesOf } from "./scope.ts";

export type Reach = { order: Order; after: string | undefined; limit: number; offset: number };
/** Ids and what they are sorted by, for `withNames`. */
export type Places = Expression<{ id: string; sort_value: unknown }>;

/** Cuts a page of what the caller may see: each part of it is walked as far as the page reaches, then they are merged. */
export function walk(ctx: Pick<Ctx, "actor">, select: TicketSelect, reach: Reach): Places {
  const scopes = scopesOf(expressionBuilder<Tables & { t: Tables["tickets"] }, "t">(), ctx.actor);
  const parts = scopes.map((scope) => ordered(select.where(scope), reach));
  const [only] = parts;
  if (only && parts.length === 1) return only.limit(reach.limit).offset(reach.offset);
  const far = reach.limit + reach.offset;
  const merged = sql.join(
    parts.map((part) => sql`(${part.limit(far)})`),
    sql` union `,
  );
  const direction = sql.raw(reach.order.direction);
  return sql`(select * from (${merged}) as parts
    order by sort_value ${direction}, id ${direction} limit ${reach.limit} offset ${reach.offset})`;
}

function ordered(select: TicketSelect, { order, after }: Reach) {
  const rows = select.select(["t.id", order.value.as("sort_value")]);
  return (after === undefined ? rows : rows.where(afterCursor(order, after)))
    .orderBy(order.value, order.direction)
    .orderBy("t.id", order.direction);
}
