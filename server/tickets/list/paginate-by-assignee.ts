import { sql } from "kysely";
import { isExternal } from "#contract/access/actor.ts";
import { TicketFilters } from "#contract/tickets/list.ts";
import type { Asked } from "#server/lib/db/build-once.ts";
import { roundUp, skip } from "#server/lib/db/bounds.ts";
import type { Query } from "./filters.ts";
import { parseCursor, UNASSIGNED_LAST } from "./order.ts";
import type { Places, Reach } from "./paginate.ts";

/** Whether the whole desk is sorted by assignee; with a filter there are few enough rows to sort. */
export function isByAssignee(ctx: Pick<Asked, "actor">, query: Query): boolean {
  const isFiltered = Object.entries(query).some(([name, value]) => name in TicketFilters && Boolean(value));
  return query.sort === "assignee" && !isExternal(ctx.actor) && !isFiltered;
}

/**
 * Paginates by the names of assignees, which no index holds. But there are few assignees: each one's first tickets are
 * read as far as the page reaches, then all are merged.
 */
export function paginateByAssignee({ order, after, limit, offset }: Reach): Places {
  const direction = sql.raw(order.direction);
  const beyond = sql.raw(order.direction === "asc" ? ">" : "<");
  const [name, id] = after === undefined ? [null, null] : parseCursor(order, after);
  const isBeyond =
    name === null ? sql`true` : sql`(people.name, t.id) ${beyond} (${name}::text, ${id}::uuid)`;
  const mayHold = name === null ? sql`true` : sql`name ${beyond}= ${name}::text`;
  const far = sql.lit(roundUp(limit + offset));
  return sql`(with recursive assignees as (
      (select assignee_id as id from tickets where deleted_at is null and assignee_id is not null order by assignee_id limit 1)
      union all
      select (select t.assignee_id from tickets t where t.deleted_at is null and t.assignee_id > assignees.id
        order by t.assignee_id limit 1)
      from assignees where assignees.id is not null),
    people as (select u.id, lower(u.fullname) as name from assignees join users u using (id))
    select * from (
      select t.id, people.name as sort_value from people cross join lateral (
        select t.id from tickets t where t.assignee_id = people.id and t.deleted_at is null and ${isBeyond}
        order by t.id ${direction} limit ${far}) as t
      where ${mayHold}
      union all
      (select t.id, people.name from tickets t cross join (select ${UNASSIGNED_LAST}::text as name) as people
        where t.assignee_id is null and t.deleted_at is null and ${isBeyond} order by t.id ${direction} limit ${far})
    ) as merged
    order by sort_value ${direction}, id ${direction} ${skip(offset)} limit ${sql.lit(limit)})`;
}
