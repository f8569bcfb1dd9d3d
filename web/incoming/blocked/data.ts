import { queryOptions, useMutation } from "@tanstack/react-query";
import { incomingKeys } from "#contract/query-keys.ts";
import { api, type ReplyOf } from "#web/lib/api/api-client.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import { toastOutcome } from "#web/ui/feedback/toast-outcome.ts";
import { BLOCKED_MESSAGES as MESSAGES } from "./messages.ts";

export type Block = ReplyOf<"GET /incoming/blocked">["items"][number];

export const blockedQuery = queryOptions({
  queryKey: incomingKeys.blocked(),
  queryFn: ({ signal }) => api("GET /incoming/blocked", { signal, fallback: MESSAGES.failedToFetch }),
  staleTime: 0,
});

export function useUnblock() {
  return useMutation({
    mutationFn: ({ id, sender }: Block) =>
      toastOutcome(api("DELETE /incoming/blocked/{block_id}", { params: { block_id: id } }), {
        done: MESSAGES.done(sender),
        failed: MESSAGES.failed,
      }),
    // Also after a failure: somebody else may have been faster.
    onSettled: () => queryClient.invalidateQueries({ queryKey: blockedQuery.queryKey }),
  });
}
