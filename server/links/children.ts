import { randomUUID } from "node:crypto";
import { mayRunIncidents } from "#contract/access/incidents.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { refuse, refuseField } from "#server/lib/refusal.ts";
import { findTicket, lockTickets, refuseMerged, type TicketRecord } from "#server/tickets/read.ts";
import { deleteLink, insertLink, readChildLinks, recordLink } from "./rows.ts";
import { readTies } from "./ties.ts";

/**
 * Makes tickets those of an incident, all of them or none, as one action; those that are so already stay. Refuses 404 for an
 * incident that the caller does not see, 403 in the trash, 409 for a ticket of another incident, 422 for one that is not
 * there, an incident itself, or one too many.
 */
export async function addChildren(ctx: Ctx, incidentId: string, childIds: readonly string[]) {
  if (!mayRunIncidents(ctx.actor)) throw refuse(403, "auth.not_allowed");
  if (childIds.includes(incidentId)) throw refuseField(422, "ticket_ids", "link.to_itself");
  const locked = await lockTickets(ctx, [incidentId, ...childIds]);
  const incident = locked.find(({ id }) => id === incidentId);
  if (!incident) return refuseGone(ctx, incidentId);
  if (!mayRunIncidents(ctx.actor, incident)) throw refuse(403, "ticket.in_trash");
  const children = locked.filter(({ id }) => id !== incidentId);
  if (children.length < childIds.length || children.some(({ deleted }) => deleted))
    throw refuseField(422, "ticket_ids", "link.ticket_unknown");
  return linkChildren(ctx, incident, children);
}

/** The same for tickets that the caller has locked. */
export async function linkChildren(
  ctx: Ctx,
  incident: TicketRecord,
  children: readonly TicketRecord[],
  groupId: string = randomUUID(),
) {
  const added = await refuseUnfit(ctx, incident, children);
  await dropStale(ctx, [incident, ...added], groupId);
  for (const child of added) {
    const link = {
      id: randomUUID(),
      from_ticket_id: child.id,
      to_ticket_id: incident.id,
      kind: "child" as const,
    };
    // oxlint-disable-next-line no-await-in-loop
    await insertLink(ctx, link);
    // oxlint-disable-next-line no-await-in-loop
    await recordLink(ctx, { kind: "ticket.linked", link, tickets: [child, incident], groupId });
  }
  return { group_id: groupId };
}

/** Answers those that are not the incident's already. */
export async function refuseUnfit(
  ctx: Ctx,
  incident: TicketRecord,
  children: readonly TicketRecord[],
): Promise<TicketRecord[]> {
  const ties = await readTies(
    ctx.db,
    [incident, ...children].map(({ id }) => id),
  );
  const own = ties.get(incident.id);
  if (own?.parent) throw refuse(422, "incident.nested");
  for (const { id, uid } of children) {
    const tie = ties.get(id);
    if (tie && tie.children > 0) throw refuse(422, "incident.nested");
    if (tie?.parent && tie.parent.id !== incident.id)
      throw refuse(409, "incident.belongs_already", { params: { uid, incident: tie.parent.uid } });
  }
  const added = children.filter(({ id }) => ties.get(id)?.parent?.id !== incident.id);
  if ((own?.children ?? 0) + added.length > LIMITS.incidentTickets)
    throw refuse(422, "incident.full", { params: { max: LIMITS.incidentTickets } });
  return added;
}

/** A link to an incident in the trash stands in nobody's way; the one that comes in its place would meet it there. */
async function dropStale(ctx: Ctx, tickets: readonly TicketRecord[], groupId: string): Promise<void> {
  const links = await readChildLinks(
    ctx.db,
    tickets.map(({ id }) => id),
  );
  for (const link of links) {
    const ticket = tickets.find(({ id }) => id === link.from_ticket_id);
    // oxlint-disable-next-line no-await-in-loop
    if (ticket && (await deleteLink(ctx.db, link.id)))
      // oxlint-disable-next-line no-await-in-loop
      await recordLink(ctx, { kind: "ticket.unlinked", link, tickets: [ticket], groupId });
  }
}

/** Refuses 409 for a ticket that was merged, 404 for any other that is not there. */
export async function refuseGone(ctx: Ctx, ticketId: string): Promise<never> {
  await refuseMerged(ctx, await findTicket(ctx, ticketId));
  throw refuse(404, "ticket.not_found");
}
