import type { Ctx } from "#server/lib/request-context.ts";
import { bringOntoTicket } from "#server/tickets/participants.ts";
import { lockTicket, type TicketRecord } from "#server/tickets/read.ts";
import { findPeople, type KnownPerson } from "./find-sender.ts";
import { isOurAddress } from "./match-ticket.ts";
import type { Work } from "./work.ts";

/** Addresses of To and Cc that become part of a ticket at most. */
const BROUGHT = 20;

export type Brought = {
  /** Addresses that are not on the ticket. */
  outside: string[];
};

/**
 * Brings whom an accepted sender wrote to onto the ticket: colleagues of its company by the rule that the app asks as
 * well (rule 641), staff as watchers. Everybody else is only listed: also whomever a mail without proof names on a ticket
 * that was there before, since it may be a forgery that lets its author read what others wrote.
 */
export async function bringRecipients(
  ctx: Ctx,
  work: Work,
  { ticketId, isNew }: { ticketId: string; isNew: boolean },
): Promise<Brought> {
  const addresses = findOthers(ctx, work);
  if (addresses.length === 0) return { outside: [] };
  // Locked first: two answers that each added somebody would wait for each other.
  const ticket = await lockTicket(ctx, ticketId);
  const people = await findPeople(ctx.db, addresses, ticketId);
  const onTicket = findPresent(ticket, people);
  const mayBring = work.settings.ccAddsColleagues && (isNew || work.mail.proof === "strong");
  for (const person of people.slice(0, BROUGHT)) {
    const isBrought =
      mayBring &&
      fits(person, ticket.company_id) &&
      person.id !== ctx.actor.id &&
      !onTicket.has(person.id) &&
      (await bringOntoTicket(ctx, ticket, person));
    if (isBrought) onTicket.add(person.id);
  }
  return { outside: findOutside(addresses, people, onTicket) };
}

/** The people of To and Cc where nobody of them is brought: those of them who are not on the ticket. */
export async function listRecipients(ctx: Ctx, work: Work, ticket: TicketRecord): Promise<Brought> {
  const addresses = findOthers(ctx, work);
  if (addresses.length === 0) return { outside: [] };
  const people = await findPeople(ctx.db, addresses, ticket.id);
  return { outside: findOutside(addresses, people, findPresent(ticket, people)) };
}

function findOutside(addresses: string[], people: readonly KnownPerson[], onTicket: Set<string | null>) {
  const involved = people.filter(({ id }) => onTicket.has(id));
  const known = new Set([...involved.map(({ address }) => address), ...staffOf(people)]);
  return addresses.filter((address) => !known.has(address));
}

/** To and Cc without the desk's own addresses and the sender. */
function findOthers(ctx: Ctx, work: Work): string[] {
  const { parsed } = work.mail;
  const named = [...parsed.to, ...parsed.cc].map(({ address }) => address.toLowerCase());
  const own = [parsed.from?.address.toLowerCase(), ctx.actor.email.toLowerCase()];
  return [...new Set(named)].filter((address) => !own.includes(address) && !isOurAddress(work, address));
}

/** Only people of the ticket's company come onto it by mail; somebody else is added by hand. */
function fits(person: KnownPerson, companyId: string | null): boolean {
  return person.user_type === "internal" || (companyId !== null && person.company_id === companyId);
}

function staffOf(people: readonly KnownPerson[]): string[] {
  return people.filter(({ user_type }) => user_type === "internal").map(({ address }) => address);
}

function findPresent({ client_id }: TicketRecord, people: readonly KnownPerson[]): Set<string | null> {
  return new Set([client_id, ...people.filter((each) => each.is_participant).map(({ id }) => id)]);
}
