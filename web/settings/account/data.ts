import { queryOptions } from "@tanstack/react-query";
import { authKeys, settingsKeys } from "#contract/query-keys.ts";
import { api, type BodyOf, type ReplyOf } from "#web/lib/api/api-client.ts";
import { queryClient } from "#web/lib/api/queries.ts";
import { updateSessionUser, sessionNow } from "#web/lib/api/session-state.ts";
import { toastOutcome } from "#web/ui/feedback/toast-outcome.ts";
import {
  DANGER_MESSAGES,
  EMAIL_MESSAGES,
  NOTIFICATION_MESSAGES,
  PROFILE_MESSAGES,
  SECURITY_MESSAGES,
} from "./messages.ts";

export type Session = ReplyOf<"GET /auth/sessions">["sessions"][number];
export type Notifications = ReplyOf<"GET /settings/notifications">;

export async function saveProfile(body: BodyOf<"PATCH /users/{user_id}">): Promise<void> {
  await toastOutcome(api("PATCH /users/{user_id}", { params: { user_id: myId() }, body }), PROFILE_MESSAGES);
  await refreshMe();
}

export async function changeEmail(
  body: BodyOf<"POST /users/{user_id}/change-email">,
  idempotencyKey: string,
): Promise<void> {
  await toastOutcome(
    api("POST /users/{user_id}/change-email", { params: { user_id: myId() }, body, idempotencyKey }),
    EMAIL_MESSAGES,
  );
  await refreshMe();
}

export async function closeAccount(): Promise<void> {
  await toastOutcome(api("DELETE /users/me"), DANGER_MESSAGES);
}

export const sessionsQuery = queryOptions({
  queryKey: authKeys.sessions(),
  queryFn: ({ signal }) => api("GET /auth/sessions", { signal, fallback: SECURITY_MESSAGES.failedToFetch }),
  // What is read here is acted on: never an old list.
  staleTime: 0,
});

export async function endSession(id: string): Promise<void> {
  await toastOutcome(api("DELETE /auth/sessions/{session_id}", { params: { session_id: id } }), {
    done: SECURITY_MESSAGES.signedOut,
    failed: SECURITY_MESSAGES.failedToSignOut,
  });
  await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
}

export const notificationsQuery = queryOptions({
  queryKey: settingsKeys.notifications(),
  queryFn: ({ signal }) =>
    api("GET /settings/notifications", { signal, fallback: NOTIFICATION_MESSAGES.failedToFetch }),
});

/** Shows the switch as it was moved, and moves it back when the server refuses. */
export async function changeNotifications(body: Partial<Notifications>): Promise<void> {
  const key = notificationsQuery.queryKey;
  const before = queryClient.getQueryData(key);
  if (before) queryClient.setQueryData(key, { ...before, ...body });
  const reply = await toastOutcome(api("PATCH /settings/notifications", { body }), {
    failed: NOTIFICATION_MESSAGES.failed,
  }).catch(() => before);
  if (reply) queryClient.setQueryData(key, reply);
}

function myId(): string {
  return sessionNow().user?.id ?? "";
}

async function refreshMe(): Promise<void> {
  updateSessionUser(await api("GET /auth/me"));
}
