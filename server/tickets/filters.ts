import { sql, type SelectQueryBuilder } from "kysely";
import type { z } from "zod";
import { has, isExternal } from "#contract/access/actor.ts";
import type { TicketQuery } from "#contract/tickets.ts";
import type { Tables } from "../db/tables.ts";
import type { Ctx } from "../lib/context.ts";
import { visibleTickets } from "./scope.ts";
import { searchQuery } from "./search-words.ts";

export type Query = z.output<typeof TicketQuery>;
export type TicketSelect = SelectQueryBuilder<Tables & { t: Tables["tickets"] }, "t", object>;

/** Every filter of the list; counting and exporting use the same. */
export function filteredTickets(
  ctx: Pick<Ctx, "db" | "actor">,
  query: Omit<Query, "status"> & { status?: Query["status"] },
): TicketSelect {
  let select: TicketSelect = ctx.db.selectFrom("tickets as t").where((eb) => visibleTickets(ctx.actor)(eb));
  select = select.where("t.deleted_at", query.deleted ? "is not" : "is", null);
  if (query.status) select = select.where("t.status", "=", query.status);
  if (query.priority) select = select.where("t.priority", "=", query.priority);
  if (query.mine)
    select = select.where(isExternal(ctx.actor) ? "t.client_id" : "t.assignee_id", "=", ctx.actor.id);
  if (query.unassigned || query.assignee_id === "none") select = select.where("t.assignee_id", "is", null);
  else if (query.assignee_id) select = select.where("t.assignee_id", "=", query.assignee_id);
  if (query.client_id) select = select.where("t.client_id", "=", query.client_id);
  if (query.company_id === "none") select = select.where("t.company_id", "is", null);
  else if (query.company_id) select = select.where("t.company_id", "=", query.company_id);
  if (query.group_id === "none") select = select.where("t.group_id", "is", null);
  else if (query.group_id) select = select.where("t.group_id", "=", query.group_id);
  return query.search ? searched(select, ctx, query.search) : select;
}

/** By words, or by the ticket's number with or without its prefix. Staff also find words of internal notes. */
function searched(select: TicketSelect, ctx: Pick<Ctx, "actor">, text: string): TicketSelect {
  const words = searchQuery(text);
  const number = /^\s*(?:\p{L}+-)?(\d{1,15})\s*$/u.exec(text)?.[1];
  const column = has(ctx.actor, "comments.internal") ? sql`staff_words` : sql`public_words`;
  if (words === null) return select.where(sql<boolean>`false`);
  const byWords = sql`select ticket_id from ticket_words where ${column} @@ ${words}::tsquery`;
  if (number === undefined) return select.where(sql<boolean>`t.id in (${byWords})`);
  return select.where(
    sql<boolean>`t.id in (${byWords} union select ticket_id from ticket_numbers where number = ${number}::bigint)`,
  );
}
