import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { mayRunIncidents } from "#contract/access/incidents.ts";
import { mayLink } from "#contract/access/links.ts";
import { LIMITS } from "#contract/limits.ts";
import type { links } from "#contract/links.ts";
import { isClosed, SOLVED_STATUS } from "#contract/statuses.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { refuse, refuseField } from "#server/lib/refusal.ts";
import { saveTickets } from "#server/tickets/change/bulk.ts";
import { refuseForbiddenFields } from "#server/tickets/change/field-policy.ts";
import { findStatusEffects } from "#server/tickets/change/save-ticket.ts";
import { lockTickets, type TicketRecord } from "#server/tickets/read.ts";
import { linkChildren, refuseGone } from "./children.ts";
import { readLinks } from "./read.ts";
import { deleteLink, findLink, insertLink, type LinkRow, orderPair, readLink, recordLink } from "./rows.ts";

/**
 * Links a ticket to another one, and closes it where it is a duplicate and that is asked for; a link that is there stays as
 * it is. Refuses 404 for a ticket that the caller does not see, 403 in the trash, 422 for a link that leads nowhere or is
 * one too many, 409 where the other ticket is a duplicate of this one.
 */
export async function linkTickets(ctx: Ctx, ticketId: string, { kind, close, ticket_id }: Body) {
  if (!mayLink(ctx.actor) || (kind === "child" && !mayRunIncidents(ctx.actor)))
    throw refuse(403, "auth.not_allowed");
  if (ticket_id === ticketId) throw refuseField(422, "ticket_id", "link.to_itself");
  if (close && kind !== "duplicate") throw refuseField(422, "close", "link.close_duplicates_only");
  const { ticket, other } = await lockPair(ctx, ticketId, ticket_id);
  if (kind === "child") return linkToIncident(ctx, ticket, other);
  const wanted = { kind, ...orderPair(ticket.id, other.id, kind) };
  if (kind === "duplicate" && (await findLink(ctx.db, flip(wanted)))) throw refuse(409, "link.other_way");
  const group_id = randomUUID();
  const link = (await findLink(ctx.db, wanted)) ?? (await addLink(ctx, wanted, [ticket, other], group_id));
  if (close && !isClosed(ticket.status)) await closeTicket(ctx, ticket, group_id);
  const shown = (await readLinks(ctx, ticketId)).find(({ id }) => id === link.id);
  // The other ticket is part of this one, or of one that is linked already.
  if (!shown) throw refuseField(422, "ticket_id", "link.ticket_unknown");
  return { link: shown, group_id };
}

async function linkToIncident(ctx: Ctx, ticket: TicketRecord, incident: TicketRecord) {
  const { group_id } = await linkChildren(ctx, incident, [ticket]);
  const link = (await readLinks(ctx, ticket.id)).find(({ relation }) => relation === "part_of");
  if (!link) throw refuseField(422, "ticket_id", "link.ticket_unknown");
  return { link, group_id };
}

type Body = z.output<typeof links.create.body>;

const flip = ({ kind, from_ticket_id, to_ticket_id }: Omit<LinkRow, "id">) => ({
  kind,
  from_ticket_id: to_ticket_id,
  to_ticket_id: from_ticket_id,
});

async function lockPair(ctx: Ctx, ticketId: string, otherId: string) {
  const tickets = await lockTickets(ctx, [ticketId, otherId]);
  const ticket = tickets.find(({ id }) => id === ticketId);
  const other = tickets.find(({ id }) => id === otherId);
  if (!ticket) return refuseGone(ctx, ticketId);
  if (!mayLink(ctx.actor, ticket)) throw refuse(403, "ticket.in_trash");
  if (!other || other.deleted) throw refuseField(422, "ticket_id", "link.ticket_unknown");
  return { ticket, other };
}

async function addLink(
  ctx: Ctx,
  wanted: Omit<LinkRow, "id">,
  pair: [TicketRecord, TicketRecord],
  groupId: string,
): Promise<LinkRow> {
  for (const { id } of pair)
    // oxlint-disable-next-line no-await-in-loop
    if ((await readLinks(ctx, id)).length >= LIMITS.linksPerTicket)
      throw refuseField(422, "ticket_id", "link.too_many", { max: LIMITS.linksPerTicket });
  const link = { id: randomUUID(), ...wanted };
  await insertLink(ctx, link);
  await recordLink(ctx, { kind: "ticket.linked", link, tickets: pair, groupId });
  return link;
}

async function closeTicket(ctx: Ctx, ticket: TicketRecord, groupId: string): Promise<void> {
  const fields = { status: SOLVED_STATUS };
  refuseForbiddenFields(ctx.actor, ticket, fields);
  const besides = findStatusEffects(ctx, ticket, fields.status);
  await saveTickets(ctx, [{ ticket, fields, besides }], groupId);
}

/** Takes a link away, from either of its tickets. Refuses 404 where this ticket has no such link, 403 in the trash. */
export async function removeLink(ctx: Ctx, ticketId: string, linkId: string) {
  if (!mayLink(ctx.actor)) throw refuse(403, "auth.not_allowed");
  const link = await readLink(ctx.db, linkId);
  if (link?.kind === "child" && !mayRunIncidents(ctx.actor)) throw refuse(403, "auth.not_allowed");
  const ends = link ? [link.from_ticket_id, link.to_ticket_id] : [];
  const tickets = await lockTickets(ctx, [ticketId, ...ends]);
  const ticket = tickets.find(({ id }) => id === ticketId);
  if (!ticket) return refuseGone(ctx, ticketId);
  if (!mayLink(ctx.actor, ticket)) throw refuse(403, "ticket.in_trash");
  if (!link || !ends.includes(ticketId) || !(await deleteLink(ctx.db, link.id)))
    throw refuse(404, "link.not_found");
  const group_id = randomUUID();
  await recordLink(ctx, { kind: "ticket.unlinked", link, tickets, groupId: group_id });
  return { group_id };
}
