import type { Member } from "./cast.ts";

/** A word that stands in one ticket alone, and nowhere else in the world. */
export type Marker = {
  text: string;
  isInternal: boolean;
  /** Who has quoted it in a mail of their own, which stays theirs to read. */
  quotedBy?: string[];
};

export type Ticket = {
  id: string;
  uid: string;
  number: number;
  client: string | null;
  company: string | null;
  confidential: boolean;
  deleted: boolean;
  participants: Set<string>;
  markers: Marker[];
};

export type Model = {
  tickets: Ticket[];
  /** Companies whose people read each other's tickets. */
  sharing: Set<string>;
  /** Words of mails that became part of no ticket: for the staff who decide on them, and for nobody else. */
  unplaced: string[];
};

/** The promise in one place, written from the rules of the product (rules 52, 85 and 440) and not from its code. */
export function sees({ sharing }: Model, member: Member | null, ticket: Ticket): boolean {
  if (member === null || member.kind === "roleless" || ticket.deleted) return false;
  if (member.kind === "staff") return true;
  if (ticket.client === member.id || ticket.participants.has(member.id)) return true;
  if (member.company === null || ticket.company !== member.company || ticket.confidential) return false;
  return member.kind === "client_admin" || sharing.has(member.company);
}

/** Words in a text that somebody must not read. */
export function findLeaks(model: Model, reader: Member | null, text: string): string[] {
  const leaks = model.unplaced.filter((word) => text.includes(word));
  for (const ticket of model.tickets)
    for (const marker of ticket.markers)
      if (text.includes(marker.text) && !mayRead(model, reader, ticket, marker)) leaks.push(marker.text);
  return leaks;
}

/** Words of notes, but of those that somebody wrote in a mail of their own, in a text that is no mail's to hold. */
export function findNotes({ tickets }: Model, text: string): string[] {
  return tickets
    .flatMap(({ markers }) => markers)
    .filter((marker) => marker.isInternal && !marker.quotedBy && text.includes(marker.text))
    .map((marker) => marker.text);
}

function mayRead(model: Model, reader: Member | null, ticket: Ticket, marker: Marker): boolean {
  const { isInternal, quotedBy } = marker;
  if (reader !== null && quotedBy?.includes(reader.id)) return true;
  return sees(model, reader, ticket) && (!isInternal || reader?.kind === "staff");
}

/**
 * Whether whoever truly wrote a mail may let somebody onto a ticket: staff people of its company, clients their colleagues
 * onto a ticket of their company which they see and which is not confidential (rule 641).
 */
export function mayBring(model: Model, author: Member | null, ticket: Ticket, person: Member): boolean {
  if (author === null || !sees(model, author, ticket)) return false;
  if (person.kind === "staff") return true;
  const isOfTicket = person.company !== null && person.company === ticket.company;
  if (author.kind === "staff") return isOfTicket;
  return isOfTicket && author.company === ticket.company && !ticket.confidential;
}
