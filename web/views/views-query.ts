import { queryOptions } from "@tanstack/react-query";
import { viewKeys } from "#contract/query-keys.ts";
import { api } from "#web/lib/api/api-client.ts";

const MINUTE_MS = 60_000;

/** The views of this person, and what is pinned. Changes of shared ones come live, own ones of another window with a look. */
export const viewsQuery = queryOptions({
  queryKey: viewKeys.list(),
  queryFn: ({ signal }) => api("GET /views", { signal }),
  staleTime: MINUTE_MS,
});
