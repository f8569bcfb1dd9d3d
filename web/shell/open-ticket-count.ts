import { useQuery } from "@tanstack/react-query";
import { liveKeys } from "#contract/query-keys.ts";
import { api } from "#web/lib/api/api-client.ts";

/** The number of open tickets, as soon as the live stream has sent it; fetched only when events may have been missed. */
export function useOpenCount(): number | undefined {
  const { data } = useQuery({
    queryKey: liveKeys.openTickets(),
    queryFn: async ({ signal }) => {
      const { meta } = await api("GET /tickets", { query: { status: "open", per_page: 1 }, signal });
      return { open_tickets: meta.total };
    },
    enabled: ({ state }) => state.data !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return data?.open_tickets;
}
