import { sql, type SelectQueryBuilder } from "kysely";
import type { z } from "zod";
import { has, isExternal } from "#contract/access/actor.ts";
import { LIMITS } from "#contract/limits.ts";
import type { TicketQuery } from "#contract/tickets.ts";
import type { Tables } from "../db/tables.ts";
import type { Ctx } from "../lib/context.ts";
import { metaOf, pageOf } from "../lib/page.ts";
import { refuse } from "../lib/refusal.ts";
import { countTickets } from "./counts.ts";
import { afterCursor, cursorOf, orderOf } from "./order.ts";
import { visibleTickets } from "./scope.ts";
import { searchQuery } from "./search-words.ts";

export type Query = z.output<typeof TicketQuery>;
export type TicketSelect = SelectQueryBuilder<Tables & { t: Tables["tickets"] }, "t", object>;

/** A page of what the caller may see. The page is cut from one index first; names are joined to its few rows only. */
export async function listTickets(ctx: Ctx, query: Query) {
  if (query.deleted && !has(ctx.actor, "tickets.restore"))
    throw refuse(403, "Only administrators can look into the trash");
  const page = pageOf(query, LIMITS.ticketsPageDefault);
  const order = orderOf(query);
  const matching = filteredTickets(ctx, query);
  const rows = await ctx.db
    .with("page", () =>
      matching
        .select(["t.id", order.value.as("sort_value")])
        .$if(query.after !== undefined, (select) => select.where(afterCursor(order, query.after ?? "")))
        .orderBy(order.value, order.direction)
        .orderBy("t.id", order.direction)
        .limit(page.limit + 1)
        .$if(query.after === undefined, (select) => select.offset(page.offset)),
    )
    .selectFrom("page")
    .innerJoin("tickets as t", "t.id", "page.id")
    .leftJoin("users as assignee", "assignee.id", "t.assignee_id")
    .leftJoin("users as client", "client.id", "t.client_id")
    .leftJoin("companies as company", "company.id", "t.company_id")
    .leftJoin("groups as team", "team.id", "t.group_id")
    .leftJoin("ticket_reads as seen", (join) =>
      join.onRef("seen.ticket_id", "=", "t.id").on("seen.user_id", "=", ctx.actor.id),
    )
    .select([
      "t.id",
      "t.uid",
      "t.subject",
      "t.status",
      "t.priority",
      "t.assignee_id",
      "t.client_id",
      "t.company_id",
      "t.group_id",
      "t.created",
      "t.updated",
      "t.version",
      "page.sort_value",
      "assignee.fullname as assignee_fullname",
      "client.fullname as client_fullname",
      "company.name as company_name",
      "team.name as group_name",
      sql<boolean>`seen.read_at is null or seen.read_at < t.updated`.as("unread"),
    ])
    .$if(page.limit <= 100, (select) => select.select("t.issue"))
    .orderBy("page.sort_value", order.direction)
    .orderBy("t.id", order.direction)
    .execute();
  const { total, counts } = await countTickets(ctx, query);
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  return {
    items: shown.map((row) => ({
      ...row,
      created: row.created.toISOString(),
      updated: row.updated.toISOString(),
    })),
    meta: {
      ...metaOf(page, total),
      counts,
      next: rows.length > page.limit && last ? cursorOf(order, last) : null,
    },
  };
}

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
