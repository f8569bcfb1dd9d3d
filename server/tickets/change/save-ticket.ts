import { isExternal } from "#contract/access/actor.ts";
import { isClosed } from "#contract/statuses.ts";
import type { TicketField } from "#contract/access/tickets.ts";
import { jobs } from "#contract/jobs.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { recordEvent } from "#server/lib/work/history.ts";
import { findChangedFields } from "#server/lib/work/find-changed-fields.ts";
import { enqueue } from "#server/lib/work/enqueue.ts";
import { clear, tellAll } from "#server/lib/work/inbox.ts";
import { recordClosedFollowUps } from "../follow-ups.ts";
import type { TicketRecord } from "../read.ts";
import { keepReadQuery } from "../unread.ts";
import { reindexChanged } from "../search-index/reindex-ticket.ts";

export type Fields = Partial<Pick<TicketRecord, TicketField>>;

/**
 * Writes changed fields of a locked ticket, with what follows from them, and records the event. False when nothing differs.
 * Events carry the version they made: a later edit that started earlier is held against them.
 */
export async function saveTicket(
  ctx: Ctx,
  ticket: TicketRecord,
  fields: Fields,
  kind: "ticket.changed" | "ticket.solved" | "ticket.reopened" = "ticket.changed",
): Promise<boolean> {
  const changed = findChangedFields<Fields>(pickFields(ticket), fields);
  if (!changed) return false;
  const version = ticket.version + 1;
  await recordClosedFollowUps(ctx, [{ ticket, status: fields.status }]);
  await ctx.db
    .updateTable("tickets")
    .set({ ...fields, ...findStatusEffects(ctx, ticket, fields.status), version, updated: ctx.now })
    .where("id", "=", ticket.id)
    .execute();
  if (INDEXED_FIELDS.some((field) => field in changed.after)) await reindexChanged(ctx, ticket.id);
  await keepReadQuery(ctx, ticket).execute();
  await recordEvent(ctx, {
    id: ticket.id,
    kind,
    companyId: fields.company_id === undefined ? ticket.company_id : fields.company_id,
    before: changed.before,
    after: { ...changed.after, version },
  });
  if (fields.assignee_id !== ticket.assignee_id)
    await announceAssigned(ctx, [ticket.id], fields.assignee_id, `${ticket.id}:${version}`);
  if (leavesInbox(ctx, ticket, fields)) await clear(ctx, [ticket.id]);
  return true;
}

/** Whether a change makes the ticket done in the Inbox of who makes it: staff close it, or hand it to somebody else. */
export function leavesInbox({ actor }: Ctx, ticket: TicketRecord, { status, assignee_id }: Fields): boolean {
  if (isExternal(actor)) return false;
  const isClosing = status !== undefined && isClosed(status) && !isClosed(ticket.status);
  const isHandedOn = Boolean(assignee_id) && assignee_id !== ticket.assignee_id && assignee_id !== actor.id;
  return isClosing || isHandedOn;
}

/**
 * Notifies the new assignee by Inbox and mail, unless they assigned it themselves. `assignmentKey` is the same for a
 * repetition of the same action.
 */
export async function announceAssigned(
  ctx: Ctx,
  ticketIds: string[],
  assigneeId: string | null | undefined,
  assignmentKey: string,
): Promise<void> {
  if (!assigneeId || assigneeId === ctx.actor.id || ticketIds.length === 0) return;
  const told = { people: [assigneeId], reason: "assigned" as const, event: assignmentKey };
  await tellAll(
    ctx,
    ticketIds.map((ticketId) => ({ ...told, ticketId })),
  );
  if (ctx.isQuiet) return;
  await enqueue(ctx, jobs.announceAssignment, {
    ticket_ids: ticketIds,
    assignee_id: assigneeId,
    deed: assignmentKey,
  });
}

/** Columns that a new status changes besides: closing is recorded, reopening is counted. */
export function findStatusEffects(ctx: Ctx, ticket: TicketRecord, status: string | undefined) {
  if (status === undefined || status === ticket.status) return {};
  if (isClosed(status)) return { closed: ctx.now, closed_by: ctx.actor.id };
  if (!isClosed(ticket.status)) return {};
  return { closed: null, closed_by: null, reopened_count: ticket.reopened_count + 1 };
}

export function pickFields(ticket: TicketRecord): Required<Fields> {
  const { subject, issue, status, priority, assignee_id, group_id, client_id, company_id } = ticket;
  return { subject, issue, status, priority, assignee_id, group_id, client_id, company_id };
}

const INDEXED_FIELDS = ["subject", "issue", "client_id", "company_id"] as const;
