import { readersOfEach } from "#server/comments/broadcast/readers.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import type { Reader } from "#server/tickets/mail/audience.ts";
import type { TicketRecord } from "#server/tickets/read.ts";

type ShownReader = {
  user_id: string;
  fullname: string;
  address: string;
  user_type: "internal" | "external";
};

/** Who would be mailed an answer on each of the tickets, by the tickets' ids. */
export async function readReaders(
  { db, actor }: Ctx,
  tickets: readonly TicketRecord[],
): Promise<Map<string, ShownReader[]>> {
  const readers = await readersOfEach(db, tickets, actor.id);
  return new Map(tickets.map((ticket) => [ticket.id, showReaders(ticket, readers.get(ticket.id) ?? [])]));
}

/** Those of readers whom a mail reaches; the requester first, then others by name. */
export function showReaders(
  { client_id }: Pick<TicketRecord, "client_id">,
  readers: readonly Reader[],
): ShownReader[] {
  return readers
    .filter(({ is_silent, is_unreachable }) => !is_silent && !is_unreachable)
    .toSorted((a, b) => rank(a, client_id) - rank(b, client_id) || a.fullname.localeCompare(b.fullname))
    .map(({ id: user_id, fullname, email, user_type }) => ({ user_id, fullname, user_type, address: email }));
}

function rank(reader: { id: string; user_type: string }, clientId: string | null): number {
  return reader.id === clientId ? 0 : reader.user_type === "external" ? 1 : 2;
}
