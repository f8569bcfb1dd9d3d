import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { ticketKeys } from "#contract/query-keys.ts";
import { api, type BodyOf, type ReplyOf } from "#web/lib/api/api-client.ts";
import { upTo } from "#web/lib/api/query-client.ts";
import { CHANGE_MESSAGES } from "./change-messages.ts";
import { refreshLists, rewriteRows } from "./data.ts";
import { ticketQuery } from "./ticket-query.ts";

export type TicketChange = BodyOf<"PUT /tickets/{ticket_id}">;

/** Agents that a picker asks for at once; more are found by searching (rule 621). */
const AGENTS_ASKED = 100;

export function assignableUsersQuery(search: string) {
  return queryOptions({
    queryKey: ticketKeys.assignableUsers(search),
    queryFn: ({ signal }) =>
      api("GET /tickets/assignable-users", {
        query: { search, per_page: AGENTS_ASKED },
        signal,
        fallback: CHANGE_MESSAGES.failedToFetchAgents,
      }),
    retry: upTo(1),
  });
}

/** Apart from the ticket's page, for lists and the dashboard, which bring nothing of that page along. */
export function saveTicket(id: string, change: TicketChange) {
  return api("PUT /tickets/{ticket_id}", {
    params: { ticket_id: id },
    body: change,
    fallback: CHANGE_MESSAGES.failedToUpdate,
  });
}

/** Takes the answer of a change: the page at once, lists and activity when they are looked at. */
export function adoptTicket(
  client: QueryClient,
  ticket: ReplyOf<"PUT /tickets/{ticket_id}">["ticket"],
): void {
  const key = ticketQuery(ticket.id).queryKey;
  const before = client.getQueryData(key);
  if (before) client.setQueryData(key, { ...before, ...ticket });
  void client.invalidateQueries({ queryKey: ticketKeys.history(ticket.id) });
  rewriteRows(client, (row) => (row.id === ticket.id ? { ...row, ...ticket } : row));
  void refreshLists(client);
}
