import { sql, type Expression, type RawBuilder, type Selectable } from "kysely";
import { hasPermission } from "#contract/access/actor.ts";
import { maySeeTags } from "#contract/access/tags.ts";
import { mayFollowUp } from "#contract/access/tickets.ts";
import type { Tables } from "#server/db/tables.ts";
import type { Asked } from "#server/lib/db/build-once.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { checklistOf } from "./checklist-of.ts";
import { type DueRow, dueOf } from "./due-of.ts";
import { hasDraft } from "./draft-of.ts";
import { openReportersOf, parentOf } from "./incident-of.ts";
import { tagsOf } from "./tags-of.ts";
import { wholeTickets } from "./ticket-columns.ts";
import { serializeListRow } from "./serialize-ticket.ts";

/** Tickets, as whole as the table has them, each with the value by which its list is sorted. */
export type SortedTickets = Expression<Selectable<Tables["tickets"]> & { sort_value: unknown }>;

/** A row of a list as it is read. What the staff alone read is absent for others. */
export type ListRow = Pick<
  Ticket,
  | "id"
  | "uid"
  | "subject"
  | "status"
  | "priority"
  | "assignee_id"
  | "client_id"
  | "company_id"
  | "group_id"
  | "created"
  | "updated"
  | "version"
> &
  Record<"assignee_fullname" | "client_fullname" | "company_name" | "group_name", string | null> & {
    sort_value: unknown;
    unread: boolean;
    due?: DueRow | null;
    issue?: string;
    tags?: string[];
  } & Partial<Pick<Ticket, "follow_up_at" | "follow_up_due_at"> & Marks>;

type Ticket = Selectable<Tables["tickets"]>;
type Marks = {
  checklist: { done: number; items: number } | null;
  has_draft: boolean;
  parent: { id: string; uid: string } | null;
  open_reporters: number | null;
};

/** Reads list rows of tickets already known to be visible, in the order of their numbers. */
export async function readRows(ctx: Ctx, ids: string[]) {
  const tickets: SortedTickets = sql`(
    select ${wholeTickets(ctx.actor)}, t.number as sort_value from tickets t where t.id = any(${ids}::uuid[]))`;
  const { rows } = await sql<ListRow>`${selectListRows(ctx, tickets)} order by t.sort_value`.execute(ctx.db);
  const isDueShown = await ctx.app.serviceLevels.isShown(ctx);
  return rows.map((row) => serializeListRow(row, isDueShown));
}

/**
 * Selects the displayed columns of a page that is cut already: each name is looked up for its few rows. Every list is built of
 * this at each request, so that its texts stand here whole.
 */
export function selectListRows(
  { app, actor, now }: Pick<Asked, "app" | "actor" | "now">,
  page: SortedTickets,
  { withTexts = false }: { withTexts?: boolean } = {},
): RawBuilder<ListRow> {
  return sql`select ${SHARED}, ${isUnread({ actor, now })} as unread
    ${withTexts ? TEXTS : NOTHING} ${maySeeTags(actor) ? TAGS : NOTHING}
    ${app.serviceLevels.isOn() ? sql`, ${dueOf("t", now)} as due` : NOTHING}
    ${mayFollowUp(actor) ? sql`, ${MARKS}, ${hasDraft({ actor }, "t")} as has_draft` : NOTHING}
    from ${page} as t`;
}

const NOTHING = sql``;
const SHARED = sql`t.id, t.uid, t.subject, t.status, t.priority, t.assignee_id, t.client_id, t.company_id, t.group_id,
  t.created, t.updated, t.version, t.sort_value,
  (select u.fullname from users u where u.id = t.assignee_id) as assignee_fullname,
  (select u.fullname from users u where u.id = t.client_id) as client_fullname,
  (select c.name from companies c where c.id = t.company_id) as company_name,
  (select g.name from groups g where g.id = t.group_id) as group_name`;
const TEXTS = sql`, t.issue`;
const TAGS = sql`, ${tagsOf("t")} as tags`;
const MARKS = sql`t.follow_up_at, t.follow_up_due_at, ${checklistOf("t")} as checklist,
  ${parentOf("t")} as parent, ${openReportersOf("t")} as open_reporters`;

/** After this time a ticket that the person never opened counts as read. */
const UNREAD_AGE = sql.raw("interval '168 hours'");

/**
 * Whether somebody else changed the ticket since the actor read it; a never opened one counts while it is new, and
 * never when it was imported.
 */
export function isUnread({ actor, now }: Pick<Asked, "actor" | "now">) {
  const changed = lastVisibleChange(actor);
  return sql<boolean>`coalesce(
    (select seen.read_at < ${changed} from ticket_reads seen where seen.ticket_id = t.id and seen.user_id = ${actor.id}),
    t.source <> 'import' and ${changed} > ${now}::timestamptz - ${UNREAD_AGE})`;
}

/** The time of the last visible change: internal notes count for people who may read them, and for nobody else. */
function lastVisibleChange(actor: Asked["actor"]) {
  return hasPermission(actor, "comments.internal") ? sql`greatest(t.updated, t.noted)` : sql`t.updated`;
}
