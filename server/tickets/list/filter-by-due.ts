/*
 * Lists of what is overdue, due soon or paused. Few such tickets are read and sorted. Of many the list is walked in its own
 * order, and each ticket on the way is asked: many of them are hits then. Neither way costs more on a larger desk.
 * One statement holds both ways, of which one runs.
 */
import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { SlaFilter } from "#contract/sla/targets.ts";
import { isExternal } from "#contract/access/actor.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Asked } from "#server/lib/db/build-once.ts";
import { roundUp } from "#server/lib/db/bounds.ts";
import { isNotClosed } from "../status-sql.ts";
import { applyFilters, dropStatus, isLedByTag, isPlain, type Query, type TicketSelect } from "./filters.ts";
import { matchDue } from "./match-due.ts";
import { cutAcross, paginate, type Places, type Reach } from "./paginate.ts";

type DueQuery = Query & { sla: Exclude<SlaFilter, "running"> };

/** Tickets that are read and sorted; where there are more, the list is walked. */
const FEW = 500;

/** Whether the due times lead to the tickets of a list. Those that run are nearly all that are open. */
export function isFilteredByDue({ actor }: Pick<Asked, "actor">, query: Query): query is DueQuery {
  const isPlainSource = query.search === undefined && !isLedByTag(query) && !query.deleted;
  return query.sla !== undefined && query.sla !== "running" && isPlainSource && !isExternal(actor);
}

/** Cuts a page of such a list out of the tickets of the whole desk. */
export function paginateFilteredByDue(ctx: Asked, query: DueQuery, reach: Reach): Places {
  const far = { ...reach, offset: 0, limit: roundUp(reach.limit + reach.offset) };
  const parts = bothWays(ctx, query, FEW).map((way) => paginate(ctx, way, far));
  return sql`(with ${firstDue(ctx, query, FEW)} ${cutAcross(parts, reach)})`;
}

/** Counts such a list by status, as `countByStatus` does: found once, and not again for each status. */
export function countFilteredByDue(ctx: Asked, query: DueQuery): RawBuilder<unknown> {
  const most = LIMITS.countedByDue;
  const [few, walk] = bothWays(ctx, dropStatus(query), most);
  const isAlone = isPlain({ ...query, sla: undefined, active: undefined }) && query.company_id === undefined;
  // Without another filter the first due times are hits, whether or not they are all.
  const ways = isAlone ? [openTickets(ctx, dropStatus(query)).where(isAmongFirst)] : [few, walk];
  const parts = ways.map((way) => sql`(${way.select("t.status").limit(sql.lit(most + 1))})`);
  return sql`
    with ${firstDue(ctx, query, most)}, found as materialized (${sql.join(parts, sql` union all `)})
    select status, count(*) as n, (select count(*) from ${sql.raw(isAlone ? "first_due" : "found")}) > ${sql.lit(most)} as is_more
    from found group by status`;
}

/** One row more than `few` tells that there are more. */
function firstDue({ now }: Pick<Asked, "now">, { sla }: DueQuery, few: number): RawBuilder<unknown> {
  return sql`first_due as materialized (
    select d.ticket_id from sla_due d where ${matchDue(sla, now)} limit ${sql.lit(few + 1)})`;
}

const isAmongFirst = sql<SqlBool>`t.id = any(array(select ticket_id from first_due))`;

/** The tickets that were found first, where those are all, and the walk where they are not. */
function bothWays(ctx: Asked, query: DueQuery, few: number): [TicketSelect, TicketSelect] {
  const open = openTickets(ctx, query);
  const areAll = sql<SqlBool>`(select count(*) from first_due) <= ${sql.lit(few)}`;
  // Hidden from the planner, which would read all due times.
  const isDue = sql<SqlBool>`coalesce((select true from sla_due d
    where d.ticket_id = t.id and ${matchDue(query.sla, ctx.now)}), false)`;
  return [open.where(areAll).where(isAmongFirst), open.where(sql<SqlBool>`not ${areAll}`).where(isDue)];
}

/** By all other filters. A closed ticket is due no more, also where its row has not been renewed yet. */
function openTickets(ctx: Asked, { sla: _, ...others }: DueQuery): TicketSelect {
  return applyFilters(ctx, others).where(isNotClosed("t.status"));
}
