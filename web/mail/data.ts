import { queryOptions, useMutation } from "@tanstack/react-query";
import { mailKeys } from "#contract/query-keys.ts";
import { api, type ReplyOf } from "#web/lib/api/api-client.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import { useSubmissionKeys } from "#web/lib/form/submission-key.ts";
import { toastOutcome } from "#web/ui/feedback/toast-outcome.ts";
import { MAIL_MESSAGES } from "./messages.ts";

export type CapturedMail = ReplyOf<"GET /mail/captured">["items"][number];
export type Mail = ReplyOf<"GET /mail">["items"][number];

export const capturedMailQuery = queryOptions({
  queryKey: mailKeys.captured(),
  queryFn: ({ signal }) => api("GET /mail/captured", { signal, fallback: MAIL_MESSAGES.failedToFetch }),
  staleTime: 0,
});

export function mailQuery(state: Mail["state"] | undefined) {
  return queryOptions({
    queryKey: mailKeys.list(state ?? "all"),
    queryFn: ({ signal }) =>
      api("GET /mail", { query: { state }, signal, fallback: MAIL_MESSAGES.failedToFetch }),
    staleTime: 0,
  });
}

/** Sends a message to oneself; sent again after a lost answer it goes once. */
export function useSendTestMail() {
  const keys = useSubmissionKeys();
  return useMutation({
    mutationFn: () =>
      toastOutcome(api("POST /mail/test", { idempotencyKey: keys.keyFor("test") }), {
        done: MAIL_MESSAGES.testDone,
        failed: MAIL_MESSAGES.testFailed,
      }),
    onSuccess: () => {
      keys.forget();
      return refreshMails();
    },
  });
}

export function useRetryMail() {
  return useMutation({
    mutationFn: (id: string) =>
      toastOutcome(api("POST /mail/{mail_id}/retry", { params: { mail_id: id } }), {
        done: MAIL_MESSAGES.retryDone,
        failed: MAIL_MESSAGES.retryFailed,
      }),
    onSuccess: refreshMails,
  });
}

function refreshMails(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: mailKeys.all() });
}
