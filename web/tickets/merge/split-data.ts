import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { ticketKeys } from "#contract/query-keys.ts";
import { api, type BodyOf, type ReplyOf } from "#web/lib/api/api-client.ts";
import { upTo } from "#web/lib/api/query-client.ts";
import type { Submission } from "#web/lib/form/submission-key.ts";
import { toastOutcome } from "#web/ui/feedback/toast-outcome.ts";
import { offerUndo, refreshAll } from "./merge-data.ts";
import { MERGE_MESSAGES } from "./messages.ts";
import { SPLIT_MESSAGES as MESSAGES } from "./split-messages.ts";

export type SplitPreview = ReplyOf<"POST /tickets/{ticket_id}/split/preview">;

/** What a split of these comments would do. */
export function splitPreviewQuery(ticketId: string, ids: readonly string[]) {
  const body = { comment_ids: [...ids] };
  return queryOptions({
    queryKey: ticketKeys.merges(ticketId, body),
    queryFn: ({ signal }) =>
      api("POST /tickets/{ticket_id}/split/preview", {
        params: { ticket_id: ticketId },
        body,
        signal,
        fallback: MESSAGES.failedToPreview,
      }),
    retry: upTo(1),
    staleTime: 0,
    gcTime: 0,
  });
}

/** Makes a new ticket of comments; a toast tells it, with an undo. */
export function useSplitting(ticketId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: Submission<BodyOf<"POST /tickets/{ticket_id}/split">>) =>
      toastOutcome(
        api("POST /tickets/{ticket_id}/split", { params: { ticket_id: ticketId }, body, idempotencyKey }),
        { failed: MESSAGES.failed },
      ),
    onSuccess: ({ ticket, merge_id }, { body }) =>
      offerUndo(client, {
        words: MESSAGES.done(body.comment_ids.length, ticket.uid),
        mergeIds: [merge_id],
        undone: MERGE_MESSAGES.splitUndone,
      }),
    onSettled: () => refreshAll(client),
  });
}
