import {
  expressionBuilder,
  sql,
  type Expression,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
} from "kysely";
import type { Tables } from "#server/db/tables.ts";
import type { Asked } from "#server/lib/db/build-once.ts";
import { roundUp, skip, unseen } from "#server/lib/db/bounds.ts";
import type { TicketSelect } from "./filters.ts";
import { afterCursor, parseOrder, type Order } from "./order.ts";
import type { SortedTickets } from "../list-row-columns.ts";
import { wholeTickets } from "../ticket-columns.ts";
import { isExternal } from "#contract/access/actor.ts";
import { listScopes, scopeInvolved, scopeOfCompany } from "../visible-tickets.ts";

/** `limit` is the number that stands in the text of the statement: one of few. `withTexts`: rows have their `issue`. */
export type Reach = {
  order: Order;
  after: string | undefined;
  limit: number;
  offset: number;
  withTexts?: boolean;
};
/** Ids with their sort values. */
export type Places = Expression<{ id: string; sort_value: unknown }>;

/**
 * Cuts a page of the caller's tickets: each part of the scope is read as far as the page reaches, then they are merged.
 */
export function paginate(ctx: Pick<Asked, "actor">, select: TicketSelect, reach: Reach): Places {
  const { limit, offset } = reach;
  const far = sql.lit(offset === 0 ? limit : roundUp(limit + offset));
  const parts = splitByScope(ctx, select).map((part) => applyOrder(part.select("t.id"), reach).limit(far));
  const places = parts.length === 1 && parts[0] ? parts[0] : mergeParts(parts, { ...reach, far });
  return offset === 0
    ? places
    : sql`(select * from ${places} as far offset ${offset} limit ${sql.lit(limit)})`;
}

/**
 * Cuts the newest tickets of one company out of those that the caller sees. A plan for all companies takes each for an
 * average one, and would fetch and sort all tickets of a large one to cut off some; between two bounds, and in the order of
 * the company's index, they are read from its end. `select` names no company; external users ask for their own.
 */
export function paginateCompany(
  ctx: Pick<Asked, "actor">,
  select: TicketSelect,
  { company, limit }: { company: string; limit: number },
): Places {
  const order = parseOrder({});
  const eb = expressionBuilder<Tables & { t: Tables["tickets"] }, "t">();
  const shared = isExternal(ctx.actor) ? scopeOfCompany(eb, ctx.actor) : sql<SqlBool>`true`;
  const ofCompany = select
    .where("t.company_id", ">=", unseen(company))
    .where(sql<SqlBool>`(t.company_id, t.updated) <= (${unseen(company)}, 'infinity'::timestamptz)`)
    .where(shared ?? sql<SqlBool>`false`)
    .select(["t.id", order.value.as("sort_value")])
    .orderBy("t.company_id")
    .orderBy("t.updated", "desc")
    .orderBy("t.id", "desc")
    .limit(sql.lit(limit));
  if (!isExternal(ctx.actor)) return ofCompany;
  const reach = { order, after: undefined, limit, offset: 0 };
  const involved = scopeInvolved(eb, ctx.actor).map((scope) =>
    applyOrder(select.where(scope).select("t.id"), reach).limit(sql.lit(limit)),
  );
  return mergeParts([ofCompany, ...involved], { ...reach, far: sql.lit(limit) });
}

/** Cuts a page out of parts that were read as far as it reaches, none of whose rows is in two of them. */
export function cutAcross(parts: readonly Places[], { order, offset, limit }: Reach): RawBuilder<unknown> {
  const direction = sql.raw(order.direction);
  return sql`select id, sort_value from (${uniteAll(parts)}) as parts
    order by sort_value ${direction}, id ${direction} ${skip(offset)} limit ${sql.lit(limit)}`;
}

/** Each row once, found in the order that the page has anyway: a `union` would sort all columns first, then the page. */
function mergeParts(parts: Places[], { order, far }: Reach & { far: RawBuilder<number> }): Places {
  const direction = sql.raw(order.direction);
  return sql`(select distinct on (sort_value, id) * from (${uniteAll(parts)}) as parts
    order by sort_value ${direction}, id ${direction} limit ${far})`;
}

function uniteAll(parts: readonly Places[]): RawBuilder<unknown> {
  return sql.join(
    parts.map((part) => sql`(${part})`),
    sql` union all `,
  );
}

/**
 * Cuts a page as whole tickets, for `selectListRows`. Where one index leads to them and nothing is skipped, its scan reads
 * them; elsewhere only those that are left are read.
 */
export function cutTickets(ctx: Pick<Asked, "actor">, select: TicketSelect, reach: Reach): SortedTickets {
  const [only, ...others] = splitByScope(ctx, select);
  if (only && others.length === 0 && reach.offset === 0 && !isExternal(ctx.actor))
    return applyOrder(only.selectAll("t"), reach).limit(sql.lit(reach.limit));
  return readTickets(ctx, paginate(ctx, select, reach));
}

/** Reads the tickets of places that are cut already. */
export function readTickets({ actor }: Pick<Asked, "actor">, places: Places): SortedTickets {
  return sql`(select ${wholeTickets(actor)}, places.sort_value from ${places} as places join tickets t on t.id = places.id)`;
}

/** Selects rows without order, for counting: one row for each ticket, of at most `limit` for each part of the scope. */
export function limitParts(
  ctx: Pick<Asked, "actor">,
  select: TicketSelect,
  limit: number,
): RawBuilder<unknown> {
  const parts = splitByScope(ctx, select);
  const [only] = parts;
  const most = sql.lit(limit);
  // Without its id the index alone can answer.
  if (only && parts.length === 1) return sql`(${only.select(sql`1`.as("one")).limit(most)})`;
  return sql`(${uniteParts(parts.map((part) => part.select("t.id").limit(most)))})`;
}

/** Splits a selection by the parts of the caller's scope: an index leads to each, and none to all. */
export function splitByScope(ctx: Pick<Asked, "actor">, select: TicketSelect): TicketSelect[] {
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

function applyOrder<Row>(
  select: SelectQueryBuilder<Tables & { t: Tables["tickets"] }, "t", Row>,
  { order, after }: Reach,
) {
  const rows = select.select(order.value.as("sort_value"));
  return (after === undefined ? rows : rows.where(afterCursor(order, after)))
    .orderBy(order.value, order.direction)
    .orderBy("t.id", order.direction);
}
