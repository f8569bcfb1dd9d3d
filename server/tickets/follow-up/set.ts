import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { mayFollowUp } from "#contract/access/tickets.ts";
import { LIMITS } from "#contract/limits.ts";
import type { FollowUp as Wanted, FollowUpChange } from "#contract/tickets/follow-up.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { refuse, refuseField } from "#server/lib/refusal.ts";
import { recordEvents } from "#server/lib/work/history.ts";
import { type Save, saveTickets } from "../change/bulk.ts";
import { refuseForbiddenFields } from "../change/field-policy.ts";
import { findStatusEffects } from "../change/save-ticket.ts";
import { followUpEvent, followUpOf, writeFollowUps } from "../follow-ups.ts";
import { readRows } from "../list-row-columns.ts";
import { lockTicket, lockTickets, type TicketRecord } from "../read.ts";
import { type Deadline, isOther, planFollowUp } from "./plan.ts";

/** Sets when the staff come back to a ticket. Refuses 403 in the trash, 409 for a closed one, 422 for a time that is over. */
export async function setFollowUp(ctx: Ctx, id: string, body: z.output<typeof Wanted>) {
  return changeOne(ctx, id, parseTime(ctx, body));
}

/** Takes the date off a ticket; one that is on hold for it gets its status of before. */
export async function endFollowUp(ctx: Ctx, id: string) {
  return changeOne(ctx, id, null);
}

async function changeOne(ctx: Ctx, id: string, wanted: Deadline | null) {
  const ticket = await lockTicket(ctx, id);
  if (!mayFollowUp(ctx.actor)) throw refuse(403, "auth.not_allowed");
  if (!mayFollowUp(ctx.actor, ticket)) throw refuse(403, "ticket.in_trash");
  const group_id = randomUUID();
  await saveFollowUps(ctx, [ticket], wanted, group_id);
  const [row] = await readRows(ctx, [id]);
  if (!row) throw new Error("the ticket is locked");
  return { ticket: row, group_id };
}

/**
 * Sets the same date on many tickets, or takes theirs away, as one action that one undo takes back. Tickets gone meanwhile
 * are `missing`. Refuses 404 when none is there any more.
 */
export async function followUpTickets(ctx: Ctx, { ids, at, ...switches }: z.output<typeof FollowUpChange>) {
  if (!mayFollowUp(ctx.actor)) throw refuse(403, "auth.not_allowed");
  const wanted = at === null ? null : parseTime(ctx, { at, ...switches });
  const tickets = (await lockTickets(ctx, ids)).filter((ticket) => mayFollowUp(ctx.actor, ticket));
  if (tickets.length === 0) throw refuse(404, "ticket.not_found");
  const group_id = randomUUID();
  await saveFollowUps(ctx, tickets, wanted, group_id);
  const found = tickets.map(({ id }) => id);
  return {
    tickets: await readRows(ctx, found),
    group_id,
    missing: [...new Set(ids)].filter((id) => !found.includes(id)),
  };
}

function parseTime({ now }: Ctx, { at, ...switches }: z.output<typeof Wanted>): Deadline {
  const time = new Date(at);
  if (time <= now) throw refuseField(422, "at", "request.time_past");
  const last = new Date(now);
  last.setUTCFullYear(last.getUTCFullYear() + LIMITS.followUpYears);
  if (time > last) throw refuseField(422, "at", "ticket.follow_up_too_far", { years: LIMITS.followUpYears });
  return { ...switches, at: time };
}

/** Statuses first: the trigger on them ends what a follow-up would bring back, and the follow-ups that are written win. */
async function saveFollowUps(
  ctx: Ctx,
  tickets: readonly TicketRecord[],
  wanted: Deadline | null,
  groupId: string,
): Promise<void> {
  const plans = tickets.map((ticket) => planFollowUp(ctx, ticket, wanted));
  const saves = plans.flatMap(({ ticket, status }): Save[] => {
    if (status === ticket.status) return [];
    refuseForbiddenFields(ctx.actor, ticket, { status });
    return [{ ticket, fields: { status }, besides: findStatusEffects(ctx, ticket, status) }];
  });
  await saveTickets(ctx, saves, groupId);
  const changes = plans.filter(({ ticket, after }) => isOther(followUpOf(ticket), after));
  await writeFollowUps(ctx.db, new Map(changes.map(({ ticket, after }) => [ticket.id, after])));
  await recordEvents(
    ctx,
    changes.map(({ ticket, after }) => followUpEvent("ticket.follow_up_set", ticket, { after, groupId })),
  );
}
