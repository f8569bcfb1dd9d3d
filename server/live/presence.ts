import { sql } from "kysely";
import { z } from "zod";
import { LIMITS } from "#contract/limits.ts";
import { PRESENCE_STATES } from "#contract/live.ts";
import type { Ctx } from "#server/lib/context.ts";
import { PRESENCE_CHANNEL } from "#server/lib/work/listen-notify.ts";
import { findTicket } from "#server/tickets/read.ts";

const Said = z.object({
  ticket_id: z.uuid(),
  id: z.uuid(),
  fullname: z.string(),
  state: z.enum([...PRESENCE_STATES, "gone"]),
});
type Said = z.output<typeof Said>;
type Person = { id: string; fullname: string; state: (typeof PRESENCE_STATES)[number] };

/** Tells every process that the caller looks at a ticket. Nothing is written: who says nothing more is soon gone. */
export async function sayPresence(ctx: Ctx, ticketId: string, state: Said["state"]): Promise<void> {
  await findTicket(ctx, ticketId);
  const said: Said = { ticket_id: ticketId, id: ctx.actor.id, fullname: ctx.actor.fullname, state };
  await sql`select pg_notify(${PRESENCE_CHANNEL}, ${JSON.stringify(said)})`.execute(ctx.db);
}

export type Presence = {
  /** Takes in what was said, and returns the ticket that it changed. */
  hear(text: string, now: Date): string | null;
  /** Forgets who said nothing for too long, and returns the tickets that this changed. */
  forget(now: Date): string[];
  at(ticketId: string): Person[];
};

/** Who looks at which ticket, as far as this process has heard. */
export function openPresence(): Presence {
  const tickets = new Map<string, Map<string, Person & { until: number }>>();

  function hear(text: string, now: Date): string | null {
    const said = Said.safeParse(JSON.parse(text));
    if (!said.success) return null;
    const { ticket_id, id, fullname, state } = said.data;
    const people = tickets.get(ticket_id) ?? new Map<string, Person & { until: number }>();
    if (state === "gone") people.delete(id);
    else people.set(id, { id, fullname, state, until: now.getTime() + LIMITS.presenceSeconds * 1000 });
    keep(ticket_id, people);
    return ticket_id;
  }

  function forget(now: Date): string[] {
    const changed: string[] = [];
    for (const [ticketId, people] of tickets) {
      const left = [...people].filter(([, { until }]) => until > now.getTime());
      if (left.length === people.size) continue;
      changed.push(ticketId);
      keep(ticketId, new Map(left));
    }
    return changed;
  }

  function keep(ticketId: string, people: Map<string, Person & { until: number }>): void {
    if (people.size === 0) tickets.delete(ticketId);
    else tickets.set(ticketId, people);
  }

  return {
    hear,
    forget,
    at: (ticketId) =>
      [...(tickets.get(ticketId)?.values() ?? [])].map(({ id, fullname, state }) => ({
        id,
        fullname,
        state,
      })),
  };
}
