import { sql } from "kysely";
import { mayComment } from "#contract/access/comments.ts";
import type { LeftOutReason } from "#contract/incidents/left-out.ts";
import { isClosed } from "#contract/statuses.ts";
import type { Ctx, Db } from "#server/lib/request-context.ts";
import { lockTicketsAndMerged, type TicketRecord } from "#server/tickets/read.ts";
import type { LeftOut } from "./kept.ts";

export type Sorted = {
  /** The tickets that can be answered, locked, in the order of their ids. */
  ready: TicketRecord[];
  leftOut: LeftOut[];
  /** Tickets that never belonged to the incident. */
  strangers: TicketRecord[];
};

/** Locks an incident and tickets of it in the order of their ids, also merged ones; the incident may be missing. */
export async function lockIncident(ctx: Ctx, incidentId: string, childIds: readonly string[]) {
  const tickets = await lockTicketsAndMerged(ctx, [...new Set([incidentId, ...childIds])]);
  return {
    incident: tickets.find(({ id }) => id === incidentId),
    tickets: tickets.filter(({ id }) => id !== incidentId),
  };
}

type Asked = { ids: readonly string[]; closedIds: readonly string[] };

/** Sorts locked tickets into those that can be answered and those that changed since they were chosen. */
export async function sortOut(
  ctx: Ctx,
  incidentId: string,
  tickets: readonly TicketRecord[],
  { ids, closedIds }: Asked,
): Promise<Sorted> {
  const children = await readChildIds(ctx.db, incidentId);
  const absent = tickets.filter(({ id }) => !children.has(id)).map(({ id }) => id);
  const former = await readFormer(ctx.db, incidentId, absent);
  const strangers = tickets.filter(({ id }) => !children.has(id) && !former.has(id));
  const known = tickets.filter((ticket) => !strangers.includes(ticket));
  const why = (ticket: TicketRecord): LeftOutReason | null => {
    if (ticket.merged_into_id !== null) return "merged";
    if (ticket.deleted) return "in_trash";
    if (!children.has(ticket.id)) return "unlinked";
    if (isClosed(ticket.status) && !closedIds.includes(ticket.id)) return "closed";
    if (ticket.client_id === null) return "no_client";
    return mayComment(ctx.actor, ticket) ? null : "not_allowed";
  };
  const gone = ids.filter((id) => !tickets.some((ticket) => ticket.id === id));
  return {
    ready: known.filter((ticket) => why(ticket) === null),
    leftOut: [
      ...known.flatMap((ticket) => {
        const reason = why(ticket);
        return reason === null ? [] : [{ id: ticket.id, uid: ticket.uid, why: reason }];
      }),
      // What the caller does not see is not named.
      ...gone.map((id) => ({ id, uid: null, why: "gone" as const })),
    ],
    strangers,
  };
}

async function readChildIds(db: Db, incidentId: string): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select id from incident_children(${incidentId}::uuid)`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Those of tickets that belonged to the incident once: by a link that is gone, or that leads from a merged ticket. */
async function readFormer(db: Db, incidentId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select from_ticket_id as id from ticket_links where from_ticket_id = any(${[...ids]}::uuid[]) and kind = 'child'
      and to_ticket_id = ${incidentId}
    union
    select entity_id from history where entity = 'ticket' and entity_id = any(${[...ids]}::uuid[])
      and kind = 'ticket.unlinked' and before -> 'row' ->> 'kind' = 'child'
      and before -> 'row' ->> 'to_ticket_id' = ${incidentId}::text`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
