import { type RawBuilder, sql, type SqlBool } from "kysely";
import { type Actor, hasPermission, isExternal } from "#contract/access/actor.ts";
import { maySeeTags } from "#contract/access/tags.ts";
import { mayExportTickets, mayFollowUp } from "#contract/access/tickets.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { refuse } from "#server/lib/refusal.ts";
import { formatCsvRecord } from "#server/lib/csv.ts";
import { refuseFollowUpFilter } from "./by-follow-up.ts";
import { refuseParentFilter } from "./by-parent.ts";
import { refuseTagFilter } from "./by-tag.ts";
import { filterTickets, matchWanted, type Query } from "./filters.ts";
import { dueStateOf } from "../due-of.ts";
import { tagsOf } from "../tags-of.ts";
import { parseOrder } from "./order.ts";
import { findWanted } from "./search.ts";
import { isListedUnread } from "./unread.ts";

const COLUMNS = [
  "uid",
  "subject",
  "status",
  "priority",
  "assignee",
  "client",
  "company",
  "team",
  "created",
  "updated",
  "first_response",
  "closed",
  "reopened_count",
  "tags",
  "follow_up",
  "due",
  "due_target",
  "due_state",
] as const;
type Column = (typeof COLUMNS)[number];
/** Clients never learn that there are tags and follow-up dates. */
const OF_STAFF: Partial<Record<Column, (actor: Actor) => boolean>> = {
  tags: maySeeTags,
  follow_up: mayFollowUp,
};
/** Absent where nobody has a service level, or where the caller does not see due times. */
const OF_DUE: readonly Column[] = ["due", "due_target", "due_state"];
const AT_ONCE = 1000;

/**
 * Exports all tickets of the filters as CSV, a thousand at a time. One first query of ids fixes which tickets and their
 * order: a list that changes meanwhile loses no row and repeats none, and a slow reader holds no connection.
 */
export async function exportTickets(ctx: Ctx, query: Query): Promise<AsyncGenerator<string>> {
  if (!mayExportTickets(ctx.actor)) throw refuse(403, "auth.not_allowed");
  if (query.deleted && !hasPermission(ctx.actor, "tickets.restore"))
    throw refuse(403, "ticket.trash_administrators_only");
  refuseTagFilter(ctx.actor, query);
  refuseFollowUpFilter(ctx.actor, query);
  refuseParentFilter(ctx.actor, query);
  const isDueShown = await ctx.app.serviceLevels.isShown(ctx);
  const columns = COLUMNS.filter(
    (column) => OF_STAFF[column]?.(ctx.actor) !== false && (isDueShown || !OF_DUE.includes(column)),
  );
  const ids = query.sla && !isDueShown ? [] : await findIds(ctx, query);
  return readRecords(ctx, columns, ids);
}

async function findIds(ctx: Ctx, query: Query): Promise<string[]> {
  // Clients may take part in tickets of companies that see no due times, and learn of them by no order and no filter either.
  const isOutside = isExternal(ctx.actor);
  const order = parseOrder(isOutside && query.sort === "due" ? {} : query);
  const rows = await ctx.app.reports.read(async ({ db }) => {
    const asking = { ...ctx, db };
    return filterTickets(asking, query, await matchAsList(asking, query))
      .$if(query.unread === true, (select) => select.where(isListedUnread(asking, query)))
      .$if(isOutside && query.sla !== undefined, (select) =>
        select.where(sql<SqlBool>`sla_shown_to(t.company_id)`),
      )
      .select("t.id")
      .orderBy(order.value, order.direction)
      .orderBy("t.id", order.direction)
      .execute();
  });
  return rows.map(({ id }) => id);
}

/** Matches the search as the list does, which may look inside words; the trash does not. */
async function matchAsList(ctx: Ctx, query: Query) {
  const { search } = query;
  if (search === undefined || query.deleted) return undefined;
  return matchWanted(ctx, await findWanted(ctx, { ...query, search }));
}

async function* readRecords(ctx: Ctx, columns: readonly Column[], ids: string[]): AsyncGenerator<string> {
  const ofStaff = (column: Column, value: RawBuilder<unknown>) =>
    columns.includes(column) ? value : sql`null`;
  const isShown = isExternal(ctx.actor) ? sql`sla_shown_to(t.company_id)` : sql`true`;
  yield formatCsvRecord(columns);
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const page = sql<Record<Column, string | null>>`
      select t.uid, t.subject, t.status, t.priority, assignee.fullname as assignee, client.fullname as client,
        company.name as company, team.name as team, ${formatIso("t.created")} as created, ${formatIso("t.updated")} as updated,
        ${formatIso("t.first_response")} as first_response, ${formatIso("t.closed")} as closed, t.reopened_count::text,
        ${ofStaff("tags", sql`array_to_string(${tagsOf("t")}, ', ')`)} as tags,
        ${ofStaff("follow_up", formatIso("t.follow_up_at"))} as follow_up,
        ${formatIso("d.due_at")} as due, d.target as due_target, ${dueStateOf("d", ctx.now)} as due_state
      from unnest(${ids.slice(start, start + AT_ONCE)}::uuid[]) with ordinality as wanted(id, place)
      join tickets t on t.id = wanted.id
      left join users assignee on assignee.id = t.assignee_id
      left join users client on client.id = t.client_id
      left join companies company on company.id = t.company_id
      left join groups team on team.id = t.group_id
      left join sla_due d on d.ticket_id = t.id and ${isShown}
      order by wanted.place`;
    const { rows } = await ctx.app.reports.read(({ db }) => page.execute(db));
    yield rows.map((row) => formatCsvRecord(columns.map((column) => row[column]))).join("");
  }
}

function formatIso(column: string) {
  return sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
