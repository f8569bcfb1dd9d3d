import { sql, type Expression } from "kysely";
import { hasPermission } from "#contract/access/actor.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { serializeListRow } from "./serialize-ticket.ts";

/** Reads list rows of tickets already known to be visible, in the order of their numbers. */
export async function readRows(ctx: Ctx, ids: string[]) {
  const rows = await joinNames(
    ctx,
    ctx.db
      .selectFrom("tickets as t")
      .select(["t.id", sql`t.number`.as("sort_value")])
      .where("t.id", "=", sql<string>`any(${ids}::uuid[])`),
  )
    .orderBy("page.sort_value")
    .execute();
  return rows.map(serializeListRow);
}

type Page = Expression<{ id: string; sort_value: unknown }>;

/** Joins names and other displayed columns to a page that is cut already. */
export function joinNames(ctx: Pick<Ctx, "db" | "actor" | "now">, page: Page) {
  return ctx.db
    .with("page", () => page)
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
      isUnread(ctx).as("unread"),
    ]);
}

/** Milliseconds after which a ticket that the person never opened counts as read. */
const UNREAD_AGE = 7 * 24 * 3_600_000;

/**
 * Whether somebody else changed the ticket since the actor read it; a never opened one counts while it is new, and
 * never when it was imported.
 */
function isUnread(ctx: Pick<Ctx, "actor" | "now">) {
  const since = new Date(ctx.now.getTime() - UNREAD_AGE);
  return sql<boolean>`case when seen.read_at is null then t.source <> 'import' and ${lastVisibleChange(ctx.actor)} > ${since}
    else seen.read_at < ${lastVisibleChange(ctx.actor)} end`;
}

/** The time of the last visible change: internal notes count for people who may read them, and for nobody else. */
function lastVisibleChange(actor: Ctx["actor"]) {
  return hasPermission(actor, "comments.internal") ? sql`greatest(t.updated, t.noted)` : sql`t.updated`;
}
