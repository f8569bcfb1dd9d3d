import { queryOptions, useQuery } from "@tanstack/react-query";
import { mayHaveInbox } from "#contract/access/inbox.ts";
import { liveKeys } from "#contract/query-keys.ts";
import { api } from "../api/api-client.ts";
import { useActor } from "../api/session-state.ts";

/** How much is unread in the Inbox: sent by the live stream with each change of it, fetched only where some may be missed. */
export const unreadInboxQuery = queryOptions({
  queryKey: liveKeys.unreadInbox(),
  queryFn: async ({ signal }) => (await api("GET /inbox/count", { signal })).unread,
  enabled: ({ state }) => state.data !== undefined,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** The number of unread rows, as soon as it is known; undefined for those who have no Inbox. */
export function useUnreadInbox(): number | undefined {
  const { data } = useQuery(unreadInboxQuery);
  return mayHaveInbox(useActor()) ? data : undefined;
}
