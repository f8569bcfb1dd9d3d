import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Ctx } from "#server/lib/request-context.ts";
import { lockTicketsAndMerged } from "#server/tickets/read.ts";
import { deleteLink, type LinkRow, recordLink } from "./rows.ts";
import { readTies } from "./ties.ts";

/**
 * Locks an incident in the trash and the tickets that belong to it, in the order of their ids, so that none of them becomes an
 * incident while it comes back.
 */
export async function lockWithChildren(ctx: Ctx, incidentId: string): Promise<void> {
  const links = await readLinksOfChildren(ctx, incidentId);
  await lockTicketsAndMerged(ctx, [incidentId, ...links.map(({ child_id }) => child_id)]);
}

/**
 * Takes those tickets out of an incident from the trash that have become incidents meanwhile, by what was merged with them: an
 * incident belongs to none (rule 852).
 */
export async function detachNested(ctx: Ctx, incidentId: string): Promise<void> {
  const links = await readLinksOfChildren(ctx, incidentId);
  const ids = links.map(({ child_id }) => child_id);
  const ties = await readTies(ctx.db, ids);
  const nested = links.filter(({ child_id }) => (ties.get(child_id)?.children ?? 0) > 0);
  const tickets = await lockTicketsAndMerged(ctx, [incidentId, ...nested.map(({ child_id }) => child_id)]);
  const groupId = randomUUID();
  for (const { child_id, ...link } of nested) {
    const said = tickets.filter(({ id }) => id === incidentId || id === child_id);
    // oxlint-disable-next-line no-await-in-loop
    if (await deleteLink(ctx.db, link.id))
      // oxlint-disable-next-line no-await-in-loop
      await recordLink(ctx, { kind: "ticket.unlinked", link, tickets: said, groupId });
  }
}

type ChildLink = LinkRow & { child_id: string };

/** The links by which tickets belong to an incident, each with the ticket that its own one is part of now. */
async function readLinksOfChildren({ db }: Ctx, incidentId: string): Promise<ChildLink[]> {
  const { rows } = await sql<ChildLink>`
    select child.id as child_id, l.id, l.from_ticket_id, l.to_ticket_id, l.kind
    from incident_children(${incidentId}::uuid) child join ticket_links l on l.id = child.link_id`.execute(
    db,
  );
  return rows;
}
