import { expressionBuilder, sql, type Expression, type RawBuilder } from "kysely";
import type { Tables } from "#server/db/tables.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import type { TicketSelect } from "./filters.ts";
import { afterCursor, type Order } from "./order.ts";
import { listScopes } from "../visible-tickets.ts";

export type Reach = { order: Order; after: string | undefined; limit: number; offset: number };
/** Ids with their sort values, for `joinNames`. */
export type Places = Expression<{ id: string; sort_value: unknown }>;

/**
 * Cuts a page of the caller's tickets: each part of the scope is read as far as the page reaches, then they are merged.
 */
export function paginate(ctx: Pick<Ctx, "actor">, select: TicketSelect, reach: Reach): Places {
  const parts = splitByScope(ctx, select).map((part) => applyOrder(part, reach));
  const [only] = parts;
  if (only && parts.length === 1) return only.limit(reach.limit).offset(reach.offset);
  const far = reach.limit + reach.offset;
  const merged = uniteParts(parts.map((part) => part.limit(far)));
  const direction = sql.raw(reach.order.direction);
  return sql`(select * from (${merged}) as parts
    order by sort_value ${direction}, id ${direction} limit ${reach.limit} offset ${reach.offset})`;
}

/** Selects rows without order, for counting: one row for each ticket, of at most `limit` for each part of the scope. */
export function limitParts(
  ctx: Pick<Ctx, "actor">,
  select: TicketSelect,
  limit: number,
): RawBuilder<unknown> {
  const parts = splitByScope(ctx, select);
  const [only] = parts;
  // Without its id the index alone can answer.
  if (only && parts.length === 1) return sql`(${only.select(sql`1`.as("one")).limit(limit)})`;
  return sql`(${uniteParts(parts.map((part) => part.select("t.id").limit(limit)))})`;
}

/** Splits a selection by the parts of the caller's scope: an index leads to each, and none to all. */
export function splitByScope(ctx: Pick<Ctx, "actor">, select: TicketSelect): TicketSelect[] {
  const scopes = listScopes(expressionBuilder<Tables & { t: Tables["tickets"] }, "t">(), ctx.actor);
  return scopes.map((scope) => select.where(scope));
}

/** Unites parts, each row once. */
export function uniteParts(parts: readonly Expression<unknown>[]): RawBuilder<unknown> {
  return sql.join(
    parts.map((part) => sql`(${part})`),
    sql` union `,
  );
}

function applyOrder(select: TicketSelect, { order, after }: Reach) {
  const rows = select.select(["t.id", order.value.as("sort_value")]);
  return (after === undefined ? rows : rows.where(afterCursor(order, after)))
    .orderBy(order.value, order.direction)
    .orderBy("t.id", order.direction);
}
