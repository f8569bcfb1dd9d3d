/*
 * Lists by due times. A row of `sla_due` stands for each ticket whose clock lives, a fraction of all: whatever is asked of due
 * times begins there. What is due next comes first; tickets without a due time, most of a desk, come last in either direction,
 * in the order of their ids.
 */
import { sql, type RawBuilder, type SqlBool } from "kysely";
import { isExternal } from "#contract/access/actor.ts";
import type { Asked } from "#server/lib/db/build-once.ts";
import { roundUp } from "#server/lib/db/bounds.ts";
import { applyFilters, isLedByTag, type Query } from "./filters.ts";
import { lastDue, matchDue } from "./match-due.ts";
import { parseCursor } from "./order.ts";
import { cutAcross, type Places, type Reach } from "./paginate.ts";

/** Whether a list is read along the due times: of the whole desk, by no other source than its tickets. */
export function isByDue({ actor }: Pick<Asked, "actor">, query: Query): boolean {
  const isPlainSource = !isLedByTag(query) && query.search === undefined && !query.deleted && !query.unread;
  return query.sort === "due" && isPlainSource && !isExternal(actor);
}

/** Reads as far as the page reaches of the tickets with a due time, and of those without, and merges the two. */
export function paginateByDue(ctx: Asked, query: Query, reach: Reach): Places {
  const { order, after, limit, offset } = reach;
  const { sla, ...others } = query;
  const [moment, id] = after === undefined ? [null, null] : parseCursor(order, after);
  const far = sql.lit(roundUp(limit + offset));
  const beyond = sql.raw(order.direction === "asc" ? ">" : "<");
  const isBeyond = (value: RawBuilder<unknown>) =>
    moment === null
      ? sql<SqlBool>`true`
      : sql<SqlBool>`(${value}, t.id) ${beyond} (${moment}::timestamptz, ${id}::uuid)`;
  const last = sql`${lastDue(order.direction)}::timestamptz`;
  const due = applyFilters(ctx, others)
    .innerJoin("sla_due as d", "d.ticket_id", "t.id")
    .where("d.due_at", "is not", null)
    .where(sla ? matchDue(sla, ctx.now) : sql<SqlBool>`true`)
    .where(isBeyond(sql`d.due_at`))
    .select(["t.id", "d.due_at as sort_value"])
    .orderBy("d.due_at", order.direction)
    .orderBy("d.ticket_id", order.direction)
    .limit(far);
  const without = applyFilters(ctx, query)
    .where(sql<SqlBool>`not exists (select from sla_due d where d.ticket_id = t.id and d.due_at is not null)`)
    .where(isBeyond(last))
    .select(["t.id", last.as("sort_value")])
    .orderBy("t.id", order.direction)
    .limit(far);
  // What has passed or comes soon has a time.
  const parts = sla === "overdue" || sla === "due_soon" ? [due] : [due, without];
  return sql`(${cutAcross(parts, reach)})`;
}
