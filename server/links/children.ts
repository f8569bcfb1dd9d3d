import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { mayRunIncidents } from "#contract/access/incidents.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Ctx, Db } from "#server/lib/request-context.ts";
import { refuse, refuseField } from "#server/lib/refusal.ts";
import { findTicket, lockTickets, refuseMerged, type TicketRecord } from "#server/tickets/read.ts";
import { insertLink, recordLink } from "./rows.ts";

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
async function refuseUnfit(ctx: Ctx, incident: TicketRecord, children: readonly TicketRecord[]) {
  const ties = await readTies(
    ctx.db,
    incident.id,
    children.map(({ id }) => id),
  );
  if (ties.of(incident.id)?.parent_id) throw refuse(422, "incident.nested");
  for (const { id, uid } of children) {
    const tie = ties.of(id);
    if (tie?.has_children) throw refuse(422, "incident.nested");
    if (tie?.parent_uid && tie.parent_id !== incident.id)
      throw refuse(409, "incident.belongs_already", { params: { uid, incident: tie.parent_uid } });
  }
  const added = children.filter(({ id }) => ties.of(id)?.parent_id !== incident.id);
  if (ties.count + added.length > LIMITS.incidentTickets)
    throw refuse(422, "incident.full", { params: { max: LIMITS.incidentTickets } });
  return added;
}

type Tie = { id: string; parent_id: string | null; parent_uid: string | null; has_children: boolean };

async function readTies(db: Db, incidentId: string, childIds: readonly string[]) {
  const { rows } = await sql<Tie>`
    select asked.id, parent.incident ->> 'id' as parent_id, parent.incident ->> 'uid' as parent_uid,
      exists (select from incident_children(asked.id)) as has_children
    from unnest(${[incidentId, ...childIds]}::uuid[]) as asked(id), lateral (select incident_of(asked.id) as incident) parent`.execute(
    db,
  );
  const { rows: counted } = await sql<{ n: number }>`
    select count(*)::int as n from incident_children(${incidentId}::uuid)`.execute(db);
  return { of: (id: string) => rows.find((row) => row.id === id), count: counted[0]?.n ?? 0 };
}

/** Refuses 409 for a ticket that was merged, 404 for any other that is not there. */
export async function refuseGone(ctx: Ctx, ticketId: string): Promise<never> {
  await refuseMerged(ctx, await findTicket(ctx, ticketId));
  throw refuse(404, "ticket.not_found");
}
