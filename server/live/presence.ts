import { sql } from "kysely";
import { z } from "zod";
import { LIMITS } from "#contract/limits.ts";
import { PRESENCE_STATES } from "#contract/live.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { WHISPER_CHANNEL } from "#server/lib/work/listen-notify.ts";
import { findTicket } from "#server/tickets/read.ts";

const PresenceMessage = z.object({
  ticket_id: z.uuid(),
  id: z.uuid(),
  fullname: z.string(),
  state: z.enum([...PRESENCE_STATES, "gone"]),
});
type PresenceMessage = z.output<typeof PresenceMessage>;
type Person = { id: string; fullname: string; state: (typeof PRESENCE_STATES)[number] };

/** Notifies every process that the caller looks at a ticket. Nothing is stored: silent people expire. */
export async function publishPresence(
  ctx: Ctx,
  ticketId: string,
  state: PresenceMessage["state"],
): Promise<void> {
  await findTicket(ctx, ticketId);
  const said: PresenceMessage = {
    ticket_id: ticketId,
    id: ctx.actor.id,
    fullname: ctx.actor.fullname,
    state,
  };
  await sql`select pg_notify(${WHISPER_CHANNEL}, ${JSON.stringify(said)})`.execute(ctx.db);
}

export type Presence = {
  /** Applies a message, and returns the ticket that it changed. */
  receive(text: string, now: Date): string | null;
  /** Removes people who were silent for too long, and returns the tickets that this changed. */
  prune(now: Date): string[];
  at(ticketId: string): Person[];
};

/** Holds who looks at which ticket, by the messages that this process received. */
export function openPresence(): Presence {
  const tickets = new Map<string, Map<string, Person & { until: number }>>();

  function receive(text: string, now: Date): string | null {
    const said = PresenceMessage.safeParse(JSON.parse(text));
    if (!said.success) return null;
    const { ticket_id, id, fullname, state } = said.data;
    const people = tickets.get(ticket_id) ?? new Map<string, Person & { until: number }>();
    if (state === "gone") people.delete(id);
    else people.set(id, { id, fullname, state, until: now.getTime() + LIMITS.presenceSeconds * 1000 });
    keep(ticket_id, people);
    return ticket_id;
  }

  function prune(now: Date): string[] {
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
    receive,
    prune,
    at: (ticketId) =>
      [...(tickets.get(ticketId)?.values() ?? [])].map(({ id, fullname, state }) => ({
        id,
        fullname,
        state,
      })),
  };
}
