import { queryOptions } from "@tanstack/react-query";
import { auditKeys, authKeys, mailKeys, settingsKeys } from "#contract/query-keys.ts";
import { api, type BodyOf, type QueryOf, type ReplyOf } from "#web/lib/api/api-client.ts";
import { loadConfig } from "#web/lib/brand.ts";
import { queryClient } from "#web/lib/api/queries.ts";
import { updateSessionUser, sessionNow } from "#web/lib/api/session-state.ts";
import { toastOutcome } from "#web/ui/feedback/toast-outcome.ts";
import {
  AUDIT_MESSAGES,
  BRAND_MESSAGES,
  MAIL_MESSAGES,
  ORGANIZATION_MESSAGES,
} from "./organization/messages.ts";
import {
  DANGER_MESSAGES,
  EMAIL_MESSAGES,
  NOTIFICATION_MESSAGES,
  PROFILE_MESSAGES,
  SECURITY_MESSAGES,
} from "./messages.ts";

export type Session = ReplyOf<"GET /auth/sessions">["sessions"][number];
export type Notifications = ReplyOf<"GET /settings/notifications">;
export type Settings = ReplyOf<"GET /settings">;
export type SettingsChange = BodyOf<"PATCH /settings">;
export type CapturedMail = ReplyOf<"GET /mail/captured">["items"][number];
export type Mail = ReplyOf<"GET /mail">["items"][number];
export type AuditEntry = ReplyOf<"GET /audit">["items"][number];
export type AuditFilters = NonNullable<QueryOf<"GET /audit/export">>;

const AUDIT_PAGE = 50;

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

export const settingsQuery = queryOptions({
  queryKey: settingsKeys.organization(),
  queryFn: ({ signal }) => api("GET /settings", { signal, fallback: ORGANIZATION_MESSAGES.failedToFetch }),
});

export async function changeSettings(body: SettingsChange): Promise<void> {
  await keepSettings(toastOutcome(api("PATCH /settings", { body }), ORGANIZATION_MESSAGES));
}

export async function setLogo(data_url: string): Promise<void> {
  const call = api("PUT /settings/logo", { body: { data_url } });
  await keepSettings(
    toastOutcome(call, { done: BRAND_MESSAGES.logoDone, failed: BRAND_MESSAGES.logoFailed }),
  );
}

export async function removeLogo(): Promise<void> {
  const call = api("DELETE /settings/logo");
  await keepSettings(
    toastOutcome(call, { done: BRAND_MESSAGES.logoRemoved, failed: BRAND_MESSAGES.logoFailed }),
  );
}

/** The brand and the prefix stand in what everybody is told, so that is asked for anew. */
async function keepSettings(change: Promise<Settings>): Promise<void> {
  queryClient.setQueryData(settingsQuery.queryKey, await change);
  // What was kept is kept, whether or not its brand can be read again now.
  await loadConfig().catch(() => undefined);
}

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

export async function sendTestMail(idempotencyKey: string): Promise<void> {
  await toastOutcome(api("POST /mail/test", { idempotencyKey }), {
    done: MAIL_MESSAGES.testDone,
    failed: MAIL_MESSAGES.testFailed,
  });
  await queryClient.invalidateQueries({ queryKey: mailKeys.all() });
}

export async function retryMail(id: string): Promise<void> {
  await toastOutcome(api("POST /mail/{mail_id}/retry", { params: { mail_id: id } }), {
    done: MAIL_MESSAGES.retryDone,
    failed: MAIL_MESSAGES.retryFailed,
  });
  await queryClient.invalidateQueries({ queryKey: mailKeys.all() });
}

export function auditQuery(filters: AuditFilters) {
  return {
    queryKey: auditKeys.list(filters),
    queryFn: ({ pageParam, signal }: { pageParam: number | null; signal: AbortSignal }) =>
      api("GET /audit", {
        query: { ...filters, per_page: AUDIT_PAGE, after: pageParam ?? undefined },
        signal,
        fallback: AUDIT_MESSAGES.failedToFetch,
      }),
    initialPageParam: null,
    getNextPageParam: ({ meta }: ReplyOf<"GET /audit">) => meta.next,
    staleTime: 0,
  };
}

export function exportAudit(filters: AuditFilters): Promise<string> {
  return toastOutcome(api("GET /audit/export", { query: filters }), { failed: AUDIT_MESSAGES.exportFailed });
}

function myId(): string {
  return sessionNow().user?.id ?? "";
}

async function refreshMe(): Promise<void> {
  updateSessionUser(await api("GET /auth/me"));
}
