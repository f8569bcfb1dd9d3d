import { nameOrShortId } from "../ticket-attributes.ts";
import {
  clientLosesWords,
  clientMayLoseWords,
  clientWillSeeWords,
  companyLosesWords,
  companyWillSeeWords,
  REQUESTER_MESSAGES,
} from "./messages.ts";
import type { TicketChange } from "../save-ticket.ts";
import type { TicketDetail } from "../ticket-data.ts";

/** The client and company of a ticket, named as in the API, so that its refusals find their field. */
export type Requester = {
  client_id: { id: string; fullname: string } | null;
  company_id: { id: string; name: string } | null;
};

export function requesterOf(ticket: TicketDetail): Requester {
  const { client_id, client_fullname, company_id, company_name } = ticket;
  return {
    client_id:
      client_id === null
        ? null
        : { id: client_id, fullname: nameOrShortId(client_fullname, client_id) ?? "" },
    company_id:
      company_id === null ? null : { id: company_id, name: nameOrShortId(company_name, company_id) ?? "" },
  };
}

/** The request body of a changed requester; the version detects changes of others meanwhile. */
export function requesterChange(from: Requester, to: Requester, version: number): TicketChange {
  return {
    ...(isOther(from.client_id, to.client_id) && { client_id: to.client_id?.id ?? null }),
    ...(isOther(from.company_id, to.company_id) && { company_id: to.company_id?.id ?? null }),
    base_version: version,
  };
}

/** A sentence for everybody who will, and who will no longer, see the conversation; empty while nothing changes. */
export function audienceMessages(from: Requester, to: Requester): string[] {
  const newClient = isOther(from.client_id, to.client_id);
  const newCompany = isOther(from.company_id, to.company_id);
  if (!newClient && !newCompany) return [];
  const words = [
    newClient && to.client_id && clientWillSeeWords(to.client_id.fullname),
    newCompany && to.company_id && companyWillSeeWords(to.company_id.name),
    newClient && from.client_id && lossMessage(from.client_id.fullname, newCompany ? null : to.company_id),
    newCompany && from.company_id && companyLosesWords(from.company_id.name),
    !to.client_id && !to.company_id && REQUESTER_MESSAGES.nobodySees,
    REQUESTER_MESSAGES.followersStay,
  ];
  return words.filter((sentence) => typeof sentence === "string");
}

/** A client who sees the tickets of the whole company keeps one that stays in it. */
function lossMessage(client: string, stays: Requester["company_id"]): string {
  return stays ? clientMayLoseWords(client, stays.name) : clientLosesWords(client);
}

function isOther(before: { id: string } | null, after: { id: string } | null): boolean {
  return (before?.id ?? null) !== (after?.id ?? null);
}
