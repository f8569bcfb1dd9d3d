import { queryOptions, useMutation } from "@tanstack/react-query";
import { UNDO_SEND_SECONDS } from "#contract/comments/send-times.ts";
import { authKeys, settingsKeys } from "#contract/query-keys.ts";
import type { Language } from "#contract/languages.ts";
import { api, type BodyOf, type ReplyOf } from "#web/lib/api/api-client.ts";
import { chooseLanguage } from "#web/lib/choose-language.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import type { Submission } from "#web/lib/form/submission-key.ts";
import { useUser } from "#web/lib/api/session-state.ts";
import { thenReadUser } from "#web/lib/session.ts";
import { toastOutcome } from "#web/ui/feedback/toast-outcome.ts";
import {
  APPEARANCE_MESSAGES,
  DANGER_MESSAGES,
  EMAIL_MESSAGES,
  NOTIFICATION_MESSAGES,
  PROFILE_MESSAGES,
  SECURITY_MESSAGES,
  UNDO_SEND_MESSAGES,
} from "./messages.ts";

export type Session = ReplyOf<"GET /auth/sessions">["sessions"][number];
export type FailedSignIn = ReplyOf<"GET /auth/sessions">["failed_sign_ins"][number];
export type Notifications = ReplyOf<"GET /settings/notifications">;

export function useSaveProfile() {
  const { id } = useUser();
  return useMutation({
    mutationFn: ({ body }: Submission<BodyOf<"PATCH /users/{user_id}">>) =>
      toastOutcome(
        thenReadUser(api("PATCH /users/{user_id}", { params: { user_id: id }, body })),
        PROFILE_MESSAGES,
      ),
  });
}

/** Keeps the language with the account, for its mail and for other browsers, and shows it in this one. */
export function useSaveLanguage() {
  const { id } = useUser();
  return useMutation({
    mutationFn: (locale: Language) =>
      toastOutcome(api("PATCH /users/{user_id}", { params: { user_id: id }, body: { locale } }), {
        failed: APPEARANCE_MESSAGES.languageFailed,
      }),
    onSuccess: (_, locale) => chooseLanguage(locale),
  });
}

export function useSaveTimeZone() {
  const { id } = useUser();
  return useMutation({
    mutationFn: (timezone: string | null) =>
      toastOutcome(
        thenReadUser(api("PATCH /users/{user_id}", { params: { user_id: id }, body: { timezone } })),
        { done: APPEARANCE_MESSAGES.timeZoneSaved, failed: APPEARANCE_MESSAGES.timeZoneFailed },
      ),
  });
}

export function useChangeEmail() {
  const { id } = useUser();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: Submission<BodyOf<"POST /users/{user_id}/change-email">>) =>
      toastOutcome(
        thenReadUser(
          api("POST /users/{user_id}/change-email", { params: { user_id: id }, body, idempotencyKey }),
        ),
        EMAIL_MESSAGES,
      ),
  });
}

export function useCloseAccount() {
  return useMutation({ mutationFn: () => toastOutcome(api("DELETE /users/me"), DANGER_MESSAGES) });
}

export const sessionsQuery = queryOptions({
  queryKey: authKeys.sessions(),
  queryFn: ({ signal }) => api("GET /auth/sessions", { signal, fallback: SECURITY_MESSAGES.failedToFetch }),
  // The person acts on this list, so it is always fetched anew.
  staleTime: 0,
});

export function useEndSession() {
  return useMutation({
    mutationFn: (id: string) =>
      toastOutcome(api("DELETE /auth/sessions/{session_id}", { params: { session_id: id } }), {
        done: SECURITY_MESSAGES.signedOut,
        failed: SECURITY_MESSAGES.failedToSignOut,
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

export const notificationsQuery = queryOptions({
  queryKey: settingsKeys.notifications(),
  queryFn: ({ signal }) =>
    api("GET /settings/notifications", { signal, fallback: NOTIFICATION_MESSAGES.failedToFetch }),
});

/** Shows the switch as it was moved, and moves it back when the server refuses. */
/** The seconds stand with the person, so that the box knows them without asking. */
export function useChangeUndoSend() {
  return useMutation({
    mutationFn: (undo_send_seconds: number) =>
      toastOutcome(
        thenReadUser(
          api("PATCH /settings/notifications", {
            body: { undo_send_seconds: UNDO_SEND_SECONDS.find((each) => each === undo_send_seconds) },
          }),
        ),
        { failed: UNDO_SEND_MESSAGES.failed },
      ),
  });
}

export function useChangeNotifications() {
  const key = notificationsQuery.queryKey;
  return useMutation({
    mutationFn: (body: Partial<Notifications>) =>
      toastOutcome(api("PATCH /settings/notifications", { body }), { failed: NOTIFICATION_MESSAGES.failed }),
    onMutate: (body) => {
      const before = queryClient.getQueryData(key);
      if (before) queryClient.setQueryData(key, { ...before, ...body });
      return before;
    },
    onError: (_error, _body, before) => {
      if (before) queryClient.setQueryData(key, before);
    },
    onSuccess: (reply) => queryClient.setQueryData(key, reply),
  });
}
