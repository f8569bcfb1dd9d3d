import type { TicketAttributes } from "#contract/access/tickets.ts";
import { shortId } from "#web/lib/format.ts";

/** The attributes of a ticket for the rules of `#contract/access`. */
export function ticketAttributesOf(
  ticket: Omit<TicketAttributes, "deleted"> & { deleted_at: string | null },
): TicketAttributes {
  return { ...ticket, deleted: ticket.deleted_at !== null };
}

/** A name, else the id's first 8 characters, else null (rule 253). */
export function nameOrShortId(name: string | null, id: string | null): string | null {
  return name ?? (id && shortId(id));
}
