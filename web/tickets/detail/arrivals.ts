/** By which number one came to a ticket that another one became part of, by the id of the ticket. */
const arrivals = new Map<string, string>();

/** Remembers, before a page is left for the one that stays, what its line is to say. */
export function arriveFrom(ticketId: string, uid: string): void {
  arrivals.set(ticketId, uid);
}

export function arrivedFrom(ticketId: string): string | undefined {
  return arrivals.get(ticketId);
}

export function forgetArrival(ticketId: string): void {
  arrivals.delete(ticketId);
}
