import { queryOptions } from "@tanstack/react-query";
import { ticketKeys } from "#contract/query-keys.ts";
import { api } from "#web/lib/api/api-client.ts";
import { upTo } from "#web/lib/api/query-client.ts";
import { LIST_MESSAGES } from "./messages.ts";

/** One ticket; apart from what changes one, so that a list which fetches ahead brings nothing of its page along. */
export function ticketQuery(id: string) {
  return queryOptions({
    queryKey: ticketKeys.detail(id),
    queryFn: ({ signal }) =>
      api("GET /tickets/{ticket_id}", {
        params: { ticket_id: id },
        signal,
        fallback: LIST_MESSAGES.failedToFetchOne,
      }),
    retry: upTo(1),
  });
}
