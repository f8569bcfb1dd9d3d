import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { maySeeIncidents } from "#contract/access/incidents.ts";
import { maySetStatus } from "#contract/access/tickets.ts";
import type { incidents } from "#contract/incidents.ts";
import { isClosed, SOLVED_STATUS } from "#contract/statuses.ts";
import type { LeftOut } from "#server/comments/broadcast/kept.ts";
import { lockIncident, sortOut } from "#server/comments/broadcast/sort-out.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { refuse } from "#server/lib/refusal.ts";
import { refuseGone } from "#server/links/children.ts";
import { saveTickets } from "#server/tickets/change/bulk.ts";
import { refuseForbiddenFields } from "#server/tickets/change/field-policy.ts";
import { findStatusEffects } from "#server/tickets/change/save-ticket.ts";
import { readRows } from "#server/tickets/list-row-columns.ts";
import type { TicketRecord } from "#server/tickets/read.ts";
import { answerAll, refuseStrangers } from "./answer-all.ts";

type Body = z.output<typeof incidents.close.body>;

/**
 * Closes an incident with tickets of it as one action; those that changed since they were chosen are left out and named, and
 * those that are closed already stay so. With a comment its reporters are answered first.
 */
export async function closeTogether(ctx: Ctx, ticketId: string, { child_ids, comment }: Body) {
  if (!maySeeIncidents(ctx.actor) || !maySetStatus(ctx.actor)) throw refuse(403, "auth.not_allowed");
  const { incident, tickets } = await lockIncident(ctx, ticketId, child_ids);
  if (!incident || incident.merged_into_id !== null) return refuseGone(ctx, ticketId);
  if (incident.deleted) throw refuse(403, "ticket.in_trash");
  const sorted = await sortOut(ctx, incident.id, tickets, { ids: child_ids, closedIds: child_ids });
  refuseStrangers(sorted.strangers);
  if (comment !== undefined && child_ids.length > 0)
    return closeWithWords(ctx, incident, { child_ids, comment });
  const { closing, leftOut } = chooseClosing(ctx, tickets, sorted.leftOut);
  return close(ctx, [incident, ...closing], { groupId: randomUUID(), leftOut });
}

/** A ticket without a client, or on which one may not answer, can be closed for all that. */
function chooseClosing(ctx: Ctx, tickets: readonly TicketRecord[], leftOut: readonly LeftOut[]) {
  const stay = leftOut.filter(({ why }) => why !== "no_client" && why !== "not_allowed");
  const closing = tickets.filter(({ id }) => !stay.some((left) => left.id === id));
  return { closing, leftOut: stay };
}

async function closeWithWords(
  ctx: Ctx,
  incident: TicketRecord,
  { child_ids, comment }: { child_ids: string[]; comment: string },
) {
  const { group_id, reached, left_out } = await answerAll(ctx, incident.id, {
    comment,
    child_ids,
    status: SOLVED_STATUS,
  });
  const closed = await close(ctx, [incident], { groupId: group_id, leftOut: left_out });
  const answered = await readRows(
    ctx,
    reached.map(({ id }) => id),
  );
  return { ...closed, tickets: [...closed.tickets, ...answered] };
}

type Deed = { groupId: string; leftOut: LeftOut[] };

async function close(ctx: Ctx, tickets: readonly TicketRecord[], { groupId, leftOut }: Deed) {
  const closing = tickets.filter(({ status }) => !isClosed(status));
  const fields = { status: SOLVED_STATUS };
  for (const ticket of closing) refuseForbiddenFields(ctx.actor, ticket, fields);
  await saveTickets(
    ctx,
    closing.map((ticket) => ({ ticket, fields, besides: findStatusEffects(ctx, ticket, SOLVED_STATUS) })),
    groupId,
  );
  return {
    tickets: await readRows(
      ctx,
      closing.map(({ id }) => id),
    ),
    group_id: groupId,
    left_out: leftOut,
  };
}
