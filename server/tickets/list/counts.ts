import { expressionBuilder, sql, type RawBuilder } from "kysely";
import { isNotClosed } from "../status-sql.ts";
import { hasPermission, isExternal } from "#contract/access/actor.ts";
import { LIMITS } from "#contract/limits.ts";
import { isClosed, STATUSES, type Status } from "#contract/statuses.ts";
import type { Tables } from "#server/db/tables.ts";
import { isGuestTransaction } from "#server/lib/db/row-level-security.ts";
import type { Asked } from "#server/lib/db/build-once.ts";
import { lookThrough, taggedRows } from "./by-tag.ts";
import { countFilteredByDue, isFilteredByDue } from "./filter-by-due.ts";
import {
  dropStatus,
  isLedByTag,
  isPlain,
  isUntagged,
  isWaiting,
  applyFilters,
  matchSearch,
  type Query,
} from "./filters.ts";
import { limitParts, uniteParts } from "./paginate.ts";
import { scopeInvolved } from "../visible-tickets.ts";

/** The company id that counters use for tickets without a company. */
export const NO_COMPANY = "00000000-0000-0000-0000-000000000000";

export type Counts = Record<string, number>;
export type Totals = { total: number; counts: Counts; isCapped: boolean };

/**
 * Tickets of a status that are counted one by one: from the index alone for staff, ticket by ticket for external users.
 */
const MAX_COUNTED = { internal: 10_000, external: LIMITS.countedForClients };
/** Where each ticket is asked for its tags, or for its date. */
const MAX_COUNTED_UNTAGGED = 2000;
/** Tickets of a tag and a status that are looked through for what else is asked. */
const MAX_LOOKED_THROUGH = 2000;

/** Numbers by status, and the statuses of which there are more than that. */
export type Counted = { counts: Counts; more: readonly string[] };

/**
 * The statement that counts the tickets of each status, under all filters but the status itself: its columns are `status`,
 * `n` and `is_more`. Exact, but where a status holds more than is counted one by one, or looked through.
 */
export function countByStatus(ctx: Asked, query: Query): RawBuilder<unknown> {
  const counters = findCounters(ctx, query);
  if (counters) return readCounters(query, counters);
  const most =
    isUntagged(query.tag) || query.follow_up === "none"
      ? MAX_COUNTED_UNTAGGED
      : MAX_COUNTED[isExternal(ctx.actor) ? "external" : "internal"];
  return isFilteredByDue(ctx, query) ? countFilteredByDue(ctx, query) : countRows(ctx, query, most);
}

/** The length of a list with its status, of what `countByStatus` found. */
export function sumUp({ status }: Query, { counts, more }: Counted): Totals {
  const total = status ? (counts[status] ?? 0) : Object.values(counts).reduce((sum, n) => sum + n, 0);
  return { total, counts, isCapped: status ? more.includes(status) : more.length > 0 };
}

/**
 * The counters that suffice for a list: they know status, priority, company and assigned or not, which plain lists of staff
 * and of client admins need. Null where none do.
 */
function findCounters(ctx: Asked, query: Query): RawBuilder<unknown> | null {
  const others = [
    query.tag,
    query.follow_up,
    query.parent,
    query.sla,
    query.search,
    query.client_id,
    query.group_id,
    query.mine,
    query.deleted,
  ];
  const byAssignee = query.assignee_id !== undefined && query.assignee_id !== "none";
  if (byAssignee || others.some(Boolean)) return null;
  if (isExternal(ctx.actor)) return query.company_id === undefined ? countersOfAdmin(ctx) : null;
  if (query.company_id === undefined) return sql`ticket_totals`;
  const company = query.company_id === "none" ? NO_COMPANY : query.company_id;
  return sql`(select * from ticket_counts where company_id = ${company})`;
}

/** The company's counters without what is confidential to others, and the admin's own tickets elsewhere one by one. */
function countersOfAdmin({ db, actor }: Asked): RawBuilder<unknown> | null {
  const isAdmin = hasPermission(actor, "tickets.read") && hasPermission(actor, "tickets.edit");
  if (!isAdmin || actor.company_id === null) return null;
  const elsewhere = db
    .selectFrom("tickets as t")
    .select("t.id")
    .where("t.deleted_at", "is", null)
    .where("t.company_id", "is distinct from", actor.company_id);
  const involved = scopeInvolved(expressionBuilder<Tables & { t: Tables["tickets"] }, "t">(), actor);
  const ids = uniteParts(involved.map((scope) => elsewhere.where(scope)));
  return sql`(
    select status, priority, assigned, n from ticket_counts where company_id = ${actor.company_id}
    union all select status, priority, assigned, -n from ${countHidden(db, actor)} as hidden
    union all select status, priority, assignee_id is not null, 1 from tickets where id in (${ids}))`;
}

/** Row-level security hides these tickets, so that a function counts them; without it the database does not know who asks. */
function countHidden(db: Asked["db"], { id, company_id }: Asked["actor"]): RawBuilder<unknown> {
  if (isGuestTransaction(db)) return sql`guest_hidden_counts()`;
  return sql`(
    select status, priority, assignee_id is not null as assigned, count(*) as n from tickets
    where company_id = ${company_id} and confidential and deleted_at is null and client_id is distinct from ${id}
      and id not in (select ticket_id from participants where user_id = ${id})
    group by 1, 2, 3)`;
}

/** The number of a list's tickets, in all its statuses or in the one it asks for; null where no counters suffice. */
export function countByCounters(ctx: Asked, query: Query): RawBuilder<number> | null {
  const counters = findCounters(ctx, query);
  return (
    counters &&
    sql`select coalesce(sum(n), 0)::float8 from (${readCounters(query, counters)}) as counted
      where ${query.status ? sql`status = ${query.status}` : sql`true`}`
  );
}

function readCounters(query: Query, counters: RawBuilder<unknown>): RawBuilder<unknown> {
  const unassigned = query.unassigned || query.assignee_id === "none";
  return sql`
    select status, sum(n)::bigint as n, false as is_more from ${counters} as counters
    where true
      ${query.priority ? sql`and priority = ${query.priority}` : sql``}
      ${unassigned ? sql`and not assigned` : sql``}
      ${isWaiting(query) || query.active ? sql`and ${isNotClosed("status")}` : sql``}
    group by status having sum(n) <> 0`;
}

/** Counts status by status along the index, as far as `most`. */
function countRows(ctx: Asked, query: Query, most: number): RawBuilder<unknown> {
  const { search, tag: names = [] } = query;
  const found = search === undefined ? undefined : matchSearch(ctx, search);
  const tag = onlyTag(query);
  const parts = statusesOf(query).map((status) => {
    if (tag !== null) return countUpTo(status, taggedRows(tag, status, most + 1), most);
    const matching = applyFilters(ctx, dropStatus(query)).where("t.status", "=", sql.lit(status));
    const rows = limitParts(ctx, found === undefined ? matching : matching.where(found), most + 1);
    if (isLedByTag(query)) return lookThrough(names, { status, rows, most: MAX_LOOKED_THROUGH });
    return countUpTo(status, rows, most);
  });
  return sql`select status, n, is_more from (${sql.join(parts, sql` union all `)}) as counted where n > 0 or is_more`;
}

function countUpTo(status: Status, rows: RawBuilder<unknown>, most: number): RawBuilder<unknown> {
  return sql`select ${sql.lit(status)} as status, least(count(*), ${sql.lit(most)}) as n, count(*) > ${sql.lit(most)} as is_more
    from ${rows} as counted`;
}

/** The statuses that a list may hold, but for the one that it asks for itself. */
export function statusesOf({ active }: Pick<Query, "active">): readonly Status[] {
  return active ? STATUSES.filter((status) => !isClosed(status)) : STATUSES;
}

/** The tag, where a list asks for one and for nothing else: an index counts its tickets, and none of them is read. */
function onlyTag(query: Query): string | null {
  const { tag: [name, ...others] = [], search, company_id } = query;
  const isAlone = others.length === 0 && !search && !company_id && isPlain({ ...query, tag: undefined });
  return name !== undefined && isAlone && isLedByTag(query) ? name : null;
}
