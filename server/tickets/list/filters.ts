import { sql, type Expression, type SelectQueryBuilder, type SqlBool } from "kysely";
import type { z } from "zod";
import { isNotClosed } from "../status-sql.ts";
import { isClosed } from "#contract/statuses.ts";
import { isExternal } from "#contract/access/actor.ts";
import { NO_TAG } from "#contract/tags/no-tag.ts";
import type { TicketQuery } from "#contract/tickets/list.ts";
import type { Tables } from "#server/db/tables.ts";
import type { Asked } from "#server/lib/db/build-once.ts";
import { unseen, unseenWord } from "#server/lib/db/bounds.ts";
import { isGuestTransaction } from "#server/lib/db/row-level-security.ts";
import { isDue } from "./match-due.ts";
import { isDated, isDatedHere } from "./by-follow-up.ts";
import { isChildOf } from "./by-parent.ts";
import { hasNoTag, hasTag, leadingTag } from "./by-tag.ts";
import { visibleTickets } from "../visible-tickets.ts";
import { parseSearch, matchTokens, type SearchMatch } from "./match-tokens.ts";

export type Query = z.output<typeof TicketQuery>;
export type Filters = Omit<Query, "status"> & { status?: Query["status"] };
export type TicketSelect = SelectQueryBuilder<Tables & { t: Tables["tickets"] }, "t", object>;

/**
 * Selects tickets by every filter of the list and by the actor's scope; `isFound` where the search is resolved already.
 */
export function filterTickets(
  ctx: Pick<Asked, "db" | "actor" | "now">,
  query: Filters,
  isFound?: Expression<SqlBool>,
): TicketSelect {
  const select = applyFilters(ctx, query).where((eb) => visibleTickets(ctx.actor)(eb));
  return query.search === undefined ? select : select.where(isFound ?? matchSearch(ctx, query.search));
}

/** The search index as the caller's role reads it; external users' has no tokens of notes, also by their other name. */
export function searchIndexOf({ db }: Pick<Asked, "db">) {
  return isGuestTransaction(db) ? ("public_search" as const) : ("ticket_search" as const);
}

/** Applies the filters but the search. The search index has the same columns as `tickets`, and the tokens. */
export function applyFilters(
  ctx: Pick<Asked, "db" | "actor" | "now">,
  query: Filters,
  source: "tickets" | ReturnType<typeof searchIndexOf> = "tickets",
): TicketSelect {
  const isLed = source === "tickets" && isLedByTag(query);
  let select: TicketSelect = ctx.db.selectFrom(`${isLed ? "tagged_tickets" : source} as t`);
  for (const matches of tagConditions(query, isLed)) select = select.where(matches);
  if (query.follow_up) {
    const isLedByDate = source === "tickets" && !isLed && !query.deleted;
    select = select.where((isLedByDate ? isDated : isDatedHere)(query.follow_up, ctx.now));
  }
  if (query.parent) select = select.where(isChildOf(query.parent));
  if (query.sla) select = select.where(isDue(query.sla, ctx.now));
  // The rows of a tag say it themselves; asked of them once more, the planner took one in two hundred to be left, and sorted all.
  if (!isLed) select = select.where("t.deleted_at", query.deleted ? "is not" : "is", null);
  if (query.deleted) select = select.where("t.erased_at", "is", null).where("t.merged_into_id", "is", null);
  if (query.status) select = select.where("t.status", "=", unseenWord(query.status));
  if (query.priority) select = select.where("t.priority", "=", unseenWord(query.priority));
  if (query.mine)
    select = select.where(isExternal(ctx.actor) ? "t.client_id" : "t.assignee_id", "=", unseen(ctx.actor.id));
  // Closed tickets wait for nobody, unless they are asked for by status (rule 188).
  if (isWaiting(query) || (query.active && !query.status)) select = select.where(isNotClosed("t.status"));
  // Said once: with a status beside it, every row of that status would be asked for the other.
  if (query.active && query.status && isClosed(query.status)) select = select.where(sql<SqlBool>`false`);
  if (query.unassigned || query.assignee_id === "none") select = select.where("t.assignee_id", "is", null);
  else if (query.assignee_id) select = select.where("t.assignee_id", "=", unseen(query.assignee_id));
  if (query.client_id) select = select.where("t.client_id", "=", unseen(query.client_id));
  if (query.company_id === "none") select = select.where("t.company_id", "is", null);
  else if (query.company_id) select = select.where("t.company_id", "=", unseen(query.company_id));
  if (query.group_id === "none") select = select.where("t.group_id", "is", null);
  else if (query.group_id) select = select.where("t.group_id", "=", unseen(query.group_id));
  return select;
}

const BESIDE_PLAIN = [
  "priority",
  "assignee_id",
  "client_id",
  "group_id",
  "mine",
  "unassigned",
  "active",
  "unread",
  "tag",
  "follow_up",
  "parent",
  "sla",
] as const satisfies readonly (keyof Filters)[];

/** No filter but words, status, company and trash. */
export function isPlain(filters: Filters): boolean {
  return !BESIDE_PLAIN.some((name) => Boolean(filters[name]));
}

/** Whether the rows are read along the index of a tag, as `tagged_tickets`; the trash is small enough to look through. */
export function isLedByTag({ tag, deleted }: Filters): boolean {
  return tag !== undefined && !isUntagged(tag) && !deleted;
}

/** Whether the tickets without a tag are asked for. */
export function isUntagged(names: readonly string[] = []): boolean {
  return names.length === 1 && names[0] === NO_TAG;
}

function tagConditions({ tag = [] }: Filters, isLed: boolean): Expression<SqlBool>[] {
  if (isUntagged(tag)) return [hasNoTag];
  const [only, ...others] = tag;
  if (!isLed) return tag.map(hasTag);
  const led = sql<SqlBool>`(t.tag_id = ${leadingTag(tag)} and not t.in_trash)`;
  return only !== undefined && others.length === 0 ? [led] : [led, ...tag.map(hasTag)];
}

/** Drops the status of a query, for counting by status. */
export function dropStatus<F extends Filters>(query: F): F {
  const unassigned = query.status ? { unassigned: undefined, assignee_id: "none" as const } : {};
  return { ...query, ...(query.unassigned ? unassigned : {}), status: undefined };
}

/** Whether a query asks for unassigned tickets without naming a status. */
export function isWaiting(query: Filters): boolean {
  return query.unassigned === true && !query.status;
}

/**
 * Matches by the beginnings of words, or by the ticket's number with or without its prefix: every hit, however many.
 */
export function matchSearch(ctx: Pick<Asked, "db" | "actor">, text: string): Expression<SqlBool> {
  const question = parseSearch(text);
  return matchWanted(ctx, question && matchTokens(ctx, question));
}

/** Matches every ticket that a search finds, however many; none for a search without a word. */
export function matchWanted(ctx: Pick<Asked, "db">, wanted: SearchMatch | null): Expression<SqlBool> {
  if (wanted === null) return sql<SqlBool>`false`;
  return sql<SqlBool>`t.id in (select t.id from ${sql.table(searchIndexOf(ctx))} t where ${wanted.match})`;
}
