import { Refusal } from "#server/lib/refusal.ts";

type Ticket = { id: string; uid: string };

/** Why a ticket cannot take what is asked of it, as the answer says it. */
export type RefusedTicket = {
  id: string;
  uid: string;
  code: string;
  detail: string;
  params?: Record<string, unknown>;
};

/** Tries something on a ticket; its refusal is answered, and nothing else is caught. */
export function tryOn<T>(attempt: () => T): { done: T } | { refusal: Refusal } {
  try {
    return { done: attempt() };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error };
    throw error;
  }
}

/**
 * Does something on every ticket, or refuses as the first one that cannot take it, with all that cannot in `facts.tickets`.
 */
export function checkTickets<T extends Ticket, Done>(
  tickets: readonly T[],
  attempt: (ticket: T) => Done,
): Done[] {
  const tried = tickets.map((ticket) => ({ ticket, ...tryOn(() => attempt(ticket)) }));
  const refused = tried.flatMap((one) => ("refusal" in one ? [one] : []));
  const [first] = refused;
  if (!first) return tried.flatMap((one) => ("done" in one ? [one.done] : []));
  const { status, code, params, extras } = first.refusal;
  const { facts, ...others } = extras.extensions ?? {};
  throw new Refusal(status, code, {
    ...extras,
    params,
    extensions: {
      ...others,
      facts: {
        ...(isRecord(facts) && facts),
        tickets: refused.map(({ ticket, refusal }) => describeRefusal(ticket, refusal)),
      },
    },
  });
}

export function describeRefusal({ id, uid }: Ticket, { code, message, params }: Refusal): RefusedTicket {
  return { id, uid, code, detail: message, ...(isRecord(params) && { params }) };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
