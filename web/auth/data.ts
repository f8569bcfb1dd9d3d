import { queryOptions, useMutation } from "@tanstack/react-query";
import { authKeys } from "#contract/query-keys.ts";
import { ApiError, isRefusal } from "#web/lib/api/api-error.ts";
import { api, type BodyOf, type ReplyOf } from "#web/lib/api/api-client.ts";
import type { Submission } from "#web/lib/form/submission-key.ts";
import { login, thenReadUser } from "#web/lib/session.ts";
import { useUser } from "#web/lib/api/session-state.ts";
import { toastOutcome } from "#web/ui/feedback/toast-outcome.ts";
import {
  ACCEPT_MESSAGES,
  FORGOT_MESSAGES,
  LINK_MESSAGES,
  PASSWORD_MESSAGES,
  SETUP_MESSAGES,
  UNDO_MESSAGES,
} from "./messages.ts";

export type ActionLink = ReplyOf<"POST /auth/invitation">;

/** Purpose and owner of a mailed link; looking does not use it up. */
export function linkQuery(token: string) {
  return queryOptions({
    queryKey: authKeys.link(token),
    queryFn: ({ signal }) =>
      api("POST /auth/invitation", { body: { token }, signal, fallback: LINK_MESSAGES.failed }),
    // Used or replaced since, the same address shows it.
    staleTime: 0,
    gcTime: 0,
  });
}

/** Whether the server refused a link as expired, rather than as unknown or used. */
export function hasRunOut(error: unknown): boolean {
  return isRefusal(error, "auth.link_expired");
}

export function isDead(error: unknown): boolean {
  return error instanceof ApiError && error.status === 400;
}

/** Accepts an invitation and signs in with the new password. */
export function useAcceptInvite(email: string) {
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: Submission<BodyOf<"POST /auth/accept-invite">>) =>
      toastOutcome(api("POST /auth/accept-invite", { body, idempotencyKey }), ACCEPT_MESSAGES),
    // An account with a second factor signs in on the page that asks for its code.
    onSuccess: (_reply, { body }) => login(email, body.password).catch(() => undefined),
  });
}

export function useAskForInvitation(token: string) {
  return useMutation({
    mutationFn: () =>
      toastOutcome(api("POST /auth/ask-for-invitation", { body: { token } }), {
        failed: LINK_MESSAGES.askFailed,
      }),
  });
}

export function useAskForPasswordLink() {
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: Submission<BodyOf<"POST /auth/forgot-password">>) =>
      toastOutcome(api("POST /auth/forgot-password", { body, idempotencyKey }), {
        failed: FORGOT_MESSAGES.failed,
      }),
  });
}

export function useResetPassword() {
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: Submission<BodyOf<"POST /auth/reset-password">>) =>
      toastOutcome(api("POST /auth/reset-password", { body, idempotencyKey }), PASSWORD_MESSAGES),
  });
}

export function useUndoEmailChange(token: string) {
  return useMutation({
    mutationFn: () =>
      toastOutcome(api("POST /auth/undo-email-change", { body: { token } }), {
        failed: UNDO_MESSAGES.failed,
      }),
  });
}

/** Creates the first administrator and signs in as that person. */
export function useSetUpFirstAdministrator() {
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: Submission<BodyOf<"POST /auth/setup">>) =>
      toastOutcome(api("POST /auth/setup", { body, idempotencyKey }), SETUP_MESSAGES),
    onSuccess: (_reply, { body }) => login(body.email, body.password),
  });
}

/** Changes the caller's own password; every other session ends. */
export function useChangePassword() {
  const { id } = useUser();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: Submission<BodyOf<"POST /users/{user_id}/change-password">>) =>
      toastOutcome(
        thenReadUser(
          api("POST /users/{user_id}/change-password", { params: { user_id: id }, body, idempotencyKey }),
        ),
        PASSWORD_MESSAGES,
      ),
  });
}
