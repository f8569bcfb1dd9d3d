import { useMutation } from "@tanstack/react-query";
import { api, type BodyOf } from "#web/lib/api/api-client.ts";
import type { Submission } from "#web/lib/form/submission-key.ts";
import { toastOutcome } from "#web/ui/feedback/toast-outcome.ts";
import { refreshUsers } from "#web/users/data.ts";
import { DELETE_CLIENT_MESSAGES, INVITE_CLIENT_MESSAGES, RESTORE_CLIENT_MESSAGES } from "./messages.ts";

export function useInviteClient() {
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: Submission<BodyOf<"POST /users/invite">>) =>
      toastOutcome(api("POST /users/invite", { body, idempotencyKey }), INVITE_CLIENT_MESSAGES),
    onSuccess: () => void refreshUsers(),
  });
}

export function useDeleteClient() {
  return useMutation({
    mutationFn: (id: string) =>
      toastOutcome(api("DELETE /users/{user_id}", { params: { user_id: id } }), DELETE_CLIENT_MESSAGES),
    onSuccess: () => void refreshUsers(),
  });
}

export function useRestoreClient() {
  return useMutation({
    mutationFn: (id: string) =>
      toastOutcome(
        api("POST /users/{user_id}/restore", { params: { user_id: id } }),
        RESTORE_CLIENT_MESSAGES,
      ),
    onSuccess: () => void refreshUsers(),
  });
}
