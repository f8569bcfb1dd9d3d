import { queryOptions, useMutation } from "@tanstack/react-query";
import { mailboxKeys } from "#contract/query-keys.ts";
import { api, type BodyOf, type ReplyOf } from "#web/lib/api/api-client.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import type { Submission } from "#web/lib/form/submission-key.ts";
import { toastOutcome } from "#web/ui/feedback/toast-outcome.ts";
import { CARE_MESSAGES } from "./care-messages.ts";
import { FORM_MESSAGES } from "./form/messages.ts";
import { MAILBOX_MESSAGES } from "./messages.ts";

export type MailboxSummary = ReplyOf<"GET /mailboxes">["items"][number];
export type Mailbox = ReplyOf<"GET /mailboxes/{mailbox_id}">;
export type NewMailbox = BodyOf<"POST /mailboxes">;
export type MailboxChange = BodyOf<"PATCH /mailboxes/{mailbox_id}">;
export type Step = ReplyOf<"POST /mailboxes/check">["steps"][number];

export const mailboxesQuery = queryOptions({
  queryKey: mailboxKeys.list(),
  queryFn: ({ signal }) => api("GET /mailboxes", { signal, fallback: MAILBOX_MESSAGES.failedToFetch }),
});

export function mailboxQuery(id: string) {
  return queryOptions({
    queryKey: mailboxKeys.detail(id),
    queryFn: ({ signal }) =>
      api("GET /mailboxes/{mailbox_id}", {
        params: { mailbox_id: id },
        signal,
        fallback: MAILBOX_MESSAGES.failedToFetchOne,
      }),
  });
}

export function useCreateMailbox() {
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: Submission<NewMailbox>) =>
      toastOutcome(api("POST /mailboxes", { body, idempotencyKey }), {
        done: FORM_MESSAGES.created,
        failed: FORM_MESSAGES.failed,
      }),
    onSuccess: keepMailbox,
  });
}

export function useChangeMailbox(id: string) {
  return useMutation({
    mutationFn: ({ body }: Submission<MailboxChange>) =>
      toastOutcome(api("PATCH /mailboxes/{mailbox_id}", { params: { mailbox_id: id }, body }), {
        done: FORM_MESSAGES.done,
        failed: FORM_MESSAGES.failed,
      }),
    onSuccess: keepMailbox,
  });
}

/** Tries a mailbox as it is saved; without an id the settings that are given. */
export function useCheckMailbox() {
  return useMutation({
    mutationFn: (what: { id: string } | { body: NewMailbox }) =>
      toastOutcome(
        "id" in what
          ? api("POST /mailboxes/{mailbox_id}/check", { params: { mailbox_id: what.id } })
          : api("POST /mailboxes/check", { body: what.body }),
        { failed: FORM_MESSAGES.checkFailed },
      ),
    onSuccess: refreshMailboxes,
  });
}

export function usePauseMailbox(id: string) {
  return useMutation({
    mutationFn: (step: "pause" | "resume") => {
      const params = { mailbox_id: id };
      const change =
        step === "pause"
          ? api("POST /mailboxes/{mailbox_id}/pause", { params })
          : api("POST /mailboxes/{mailbox_id}/resume", { params });
      const done = step === "pause" ? CARE_MESSAGES.paused : CARE_MESSAGES.resumed;
      return toastOutcome(change, { done, failed: CARE_MESSAGES.failed });
    },
    onSuccess: keepMailbox,
  });
}

export function useMakeDefault(id: string) {
  return useMutation({
    mutationFn: () =>
      toastOutcome(
        api("PATCH /mailboxes/{mailbox_id}", { params: { mailbox_id: id }, body: { is_default: true } }),
        { done: CARE_MESSAGES.madeDefault, failed: CARE_MESSAGES.failed },
      ),
    onSuccess: keepMailbox,
  });
}

export function useDeleteMailbox(id: string) {
  return useMutation({
    mutationFn: () =>
      toastOutcome(api("DELETE /mailboxes/{mailbox_id}", { params: { mailbox_id: id } }), {
        done: CARE_MESSAGES.removed,
        failed: CARE_MESSAGES.failed,
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: mailboxKeys.list() }),
  });
}

export function useRenewHookSecret(id: string) {
  return useMutation({
    mutationFn: () =>
      toastOutcome(api("POST /mailboxes/{mailbox_id}/hook-secret", { params: { mailbox_id: id } }), {
        failed: CARE_MESSAGES.failed,
      }),
    onSuccess: refreshMailboxes,
  });
}

function keepMailbox(mailbox: Mailbox): Promise<void> {
  queryClient.setQueryData(mailboxQuery(mailbox.id).queryKey, mailbox);
  return queryClient.invalidateQueries({ queryKey: mailboxKeys.list() });
}

function refreshMailboxes(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: mailboxKeys.all() });
}
