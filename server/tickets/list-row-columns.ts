import { sql, type Expression, type Selectable } from "kysely";
import { hasPermission } from "#contract/access/actor.ts";
import { maySeeTags } from "#contract/access/tags.ts";
import { mayFollowUp } from "#contract/access/tickets.ts";
import type { Tables } from "#server/db/tables.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { checklistOf } from "./checklist-of.ts";
import { hasDraft } from "./draft-of.ts";
import { openReportersOf, parentOf } from "./incident-of.ts";
import { tagsOf } from "./tags-of.ts";
import { columnListOfT } from "./ticket-columns.ts";
import { serializeListRow } from "./serialize-ticket.ts";

/** Tickets, as whole as the table has them, each with the value by which its list is sorted. */
export type SortedTickets = Expression<Selectable<Tables["tickets"]> & { sort_value: unknown }>;

/** Reads list rows of tickets already known to be visible, in the order of their numbers. */
export async function readRows(ctx: Ctx, ids: string[]) {
  const tickets = sql<Selectable<Tables["tickets"]> & { sort_value: number }>`(
    select ${columnListOfT(ctx.actor)}, t.number as sort_value from tickets t where t.id = any(${ids}::uuid[]))`;
  const rows = await selectListRows(ctx, tickets).orderBy("t.sort_value").execute();
  return rows.map(serializeListRow);
}

/** Selects the displayed columns of a page that is cut already: each name is looked up for its few rows. */
export function selectListRows(ctx: Pick<Ctx, "db" | "actor" | "now">, page: SortedTickets) {
  return ctx.db
    .selectFrom(sql<Selectable<Tables["tickets"]> & { sort_value: unknown }>`${page}`.as("t"))
    .select((eb) => [
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
      "t.sort_value",
      eb
        .selectFrom("users as u")
        .select("u.fullname")
        .whereRef("u.id", "=", "t.assignee_id")
        .as("assignee_fullname"),
      eb
        .selectFrom("users as u")
        .select("u.fullname")
        .whereRef("u.id", "=", "t.client_id")
        .as("client_fullname"),
      eb
        .selectFrom("companies as c")
        .select("c.name")
        .whereRef("c.id", "=", "t.company_id")
        .as("company_name"),
      eb.selectFrom("groups as g").select("g.name").whereRef("g.id", "=", "t.group_id").as("group_name"),
      isUnread(ctx).as("unread"),
    ])
    .$if(maySeeTags(ctx.actor), (rows) => rows.select(tagsOf("t").as("tags")))
    .$if(mayFollowUp(ctx.actor), (rows) =>
      rows
        .select(["t.follow_up_at", "t.follow_up_due_at", checklistOf("t").as("checklist")])
        .select(hasDraft(ctx, "t").as("has_draft"))
        .select([parentOf("t").as("parent"), openReportersOf("t").as("open_reporters")]),
    );
}

/** Milliseconds after which a ticket that the person never opened counts as read. */
const UNREAD_AGE = 7 * 24 * 3_600_000;

/**
 * Whether somebody else changed the ticket since the actor read it; a never opened one counts while it is new, and
 * never when it was imported.
 */
export function isUnread(ctx: Pick<Ctx, "actor" | "now">) {
  const since = new Date(ctx.now.getTime() - UNREAD_AGE);
  const changed = lastVisibleChange(ctx.actor);
  return sql<boolean>`coalesce(
    (select seen.read_at < ${changed} from ticket_reads seen where seen.ticket_id = t.id and seen.user_id = ${ctx.actor.id}),
    t.source <> 'import' and ${changed} > ${since})`;
}

/** The time of the last visible change: internal notes count for people who may read them, and for nobody else. */
function lastVisibleChange(actor: Ctx["actor"]) {
  return hasPermission(actor, "comments.internal") ? sql`greatest(t.updated, t.noted)` : sql`t.updated`;
}
