import { LIMITS } from "#contract/limits.ts";
import { type Refusal, refuse } from "#server/lib/refusal.ts";
import type { Ties } from "#server/links/ties.ts";

type Ticket = { id: string; uid: string };

/**
 * Why a ticket cannot become part of others that are to be one: the whole would belong to two incidents, be one and belong to
 * one, or have more tickets than one may.
 */
export function obstacleOfIncidents(parts: readonly Ticket[], ticket: Ticket, ties: Ties): Refusal | null {
  for (const part of parts) {
    const obstacle = obstacleBetween(part, ticket, ties);
    if (obstacle) return obstacle;
  }
  const children = [...parts, ticket].reduce((sum, { id }) => sum + (ties.get(id)?.children ?? 0), 0);
  return children > LIMITS.incidentTickets
    ? refuse(422, "incident.full", { params: { max: LIMITS.incidentTickets } })
    : null;
}

function obstacleBetween(kept: Ticket, ticket: Ticket, ties: Ties): Refusal | null {
  const [one, other] = [ties.get(kept.id), ties.get(ticket.id)];
  if (!one || !other) return null;
  const names = { uid: ticket.uid, kept: kept.uid };
  if ((one.parent && other.children > 0) || (other.parent && one.children > 0))
    return refuse(409, "merge.incident_nested", { params: names });
  if (!one.parent || !other.parent || one.parent.id === other.parent.id) return null;
  return refuse(409, "merge.other_incident", {
    params: { ...names, incident: other.parent.uid, kept_incident: one.parent.uid },
  });
}
