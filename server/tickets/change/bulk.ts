import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { z } from "zod";
import { STARTED_STATUS } from "#contract/statuses.ts";
import { mayBulkChange } from "#contract/access/tickets.ts";
import type { BulkChange } from "#contract/tickets/bulk.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { recordEvents, type HistoryEvent } from "#server/lib/work/history.ts";
import { clear } from "#server/lib/work/inbox.ts";
import { findChangedFields } from "#server/lib/work/find-changed-fields.ts";
import { refuse } from "#server/lib/refusal.ts";
import { refuseForbiddenFields } from "./field-policy.ts";
import { recordClosedFollowUps } from "../follow-ups.ts";
import { readRows } from "../list-row-columns.ts";
import { findAssignee, findTeam } from "../create/resolve-people.ts";
import { lockTickets, type TicketRecord } from "../read.ts";
import { gatherTokensOf } from "../search-index/gather-tokens.ts";
import { keepAllRead } from "../unread.ts";
import { announceAssigned, findStatusEffects, leavesInbox, pickFields, type Fields } from "./save-ticket.ts";
import { isFirstAssignment, isAutoInProgressOn } from "./auto-in-progress.ts";

/**
 * Sets the same fields on many tickets, as one action that one undo takes back. Tickets gone meanwhile are `missing`.
 */
export async function changeTickets(ctx: Ctx, { ids, ...fields }: z.output<typeof BulkChange>) {
  if (!mayBulkChange(ctx.actor)) throw refuse(403, "auth.not_allowed");
  const tickets = await lockChangeable(ctx, ids, fields);
  const saves = await resolveSaves(ctx, tickets, fields);
  const group_id = randomUUID();
  await saveTickets(ctx, saves, group_id);
  const found = tickets.map(({ id }) => id);
  const taken = tickets.filter(({ assignee_id }) => assignee_id !== fields.assignee_id).map(({ id }) => id);
  await announceAssigned(ctx, taken, fields.assignee_id, group_id);
  return {
    tickets: await readRows(ctx, found),
    group_id,
    missing: [...new Set(ids)].filter((id) => !found.includes(id)),
  };
}

/** Refuses 404 when none of them is there any more, 403 for a field that the actor may not change on one of them. */
async function lockChangeable(ctx: Ctx, ids: string[], fields: Fields): Promise<TicketRecord[]> {
  const tickets = (await lockTickets(ctx, ids)).filter((ticket) => !ticket.deleted);
  if (tickets.length === 0) throw refuse(404, "ticket.not_found");
  for (const ticket of tickets) refuseForbiddenFields(ctx.actor, ticket, fields);
  return tickets;
}

async function resolveSaves(ctx: Ctx, tickets: TicketRecord[], fields: Fields): Promise<Save[]> {
  await findAssignee(ctx, fields.assignee_id);
  await findTeam(ctx, fields.group_id);
  const starts = Boolean(fields.assignee_id) && (await isAutoInProgressOn(ctx));
  return tickets.map((ticket) => ({
    ticket,
    fields: starts && isFirstAssignment(ticket, fields) ? { ...fields, status: STARTED_STATUS } : fields,
    besides: findStatusEffects(ctx, ticket, fields.status),
  }));
}

/** Columns that closing and reopening write besides the fields. */
export type StatusEffects = Partial<Pick<TicketRecord, "closed" | "closed_by" | "reopened_count">>;
export type Save = { ticket: TicketRecord; fields: Fields; besides: StatusEffects };

/** Writes different values to many locked tickets: one statement a table, tickets in the order of their ids. */
export async function saveTickets(ctx: Ctx, saves: Save[], groupId: string): Promise<void> {
  const changing = saves.flatMap((save) => {
    const changed = findChangedFields<Fields>(pickFields(save.ticket), save.fields);
    return changed ? [{ ...save, changed }] : [];
  });
  if (changing.length === 0) return;
  await gatherTokensOf(ctx, changing.length);
  await recordClosedFollowUps(
    ctx,
    changing.map(({ ticket, fields }) => ({ ticket, status: fields.status })),
    groupId,
  );
  const rows = changing.map(({ ticket, fields, besides }) => ({
    ...pickColumns(ticket),
    ...omitAbsent(fields),
    ...besides,
  }));
  await sql`
    update tickets t set status = w.status, priority = w.priority, assignee_id = w.assignee_id,
      group_id = w.group_id, closed = w.closed, closed_by = w.closed_by, reopened_count = w.reopened_count,
      version = t.version + 1, updated = ${ctx.now}
    from json_to_recordset(${JSON.stringify(rows)}::json) as w(id uuid, status text, priority text, assignee_id uuid,
      group_id uuid, closed timestamptz, closed_by uuid, reopened_count int)
    where t.id = w.id`.execute(ctx.db);
  await keepAllRead(
    ctx,
    changing.map(({ ticket }) => ticket),
  );
  const leaving = changing.filter(({ ticket, fields }) => leavesInbox(ctx, ticket, fields));
  await clear(
    ctx,
    leaving.map(({ ticket }) => ticket.id),
  );
  await recordEvents(
    ctx,
    changing.map(({ ticket, besides, changed }): HistoryEvent => ({
      id: ticket.id,
      kind: "ticket.changed",
      companyId: ticket.company_id,
      groupId,
      before: { ...changed.before, ...readHeld(ticket, besides) },
      after: { ...changed.after, version: ticket.version + 1 },
    })),
  );
}

function pickColumns({
  id,
  status,
  priority,
  assignee_id,
  group_id,
  closed,
  closed_by,
  reopened_count,
}: TicketRecord) {
  return { id, status, priority, assignee_id, group_id, closed, closed_by, reopened_count };
}

/** Omits absent fields, which must not hide the ticket's values. */
function omitAbsent(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Reads the values before, so that an undo restores who closed the ticket when. */
function readHeld(ticket: TicketRecord, besides: StatusEffects): StatusEffects {
  const { closed, closed_by, reopened_count } = ticket;
  return Object.keys(besides).length > 0 ? { closed, closed_by, reopened_count } : {};
}
