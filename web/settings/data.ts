import { queryOptions } from "@tanstack/react-query";
import { api, type BodyOf, type QueryOf, type ReplyOf } from "../lib/api.ts";
import { loadConfig } from "../lib/brand.ts";
import { queryClient } from "../lib/queries.ts";
import { keepUser, sessionNow } from "../lib/session-state.ts";
import { told } from "../ui/told.ts";
import { AUDIT_WORDS, BRAND_WORDS, MAIL_WORDS, ORGANIZATION_WORDS } from "./organization-words.ts";
import { DANGER_WORDS, EMAIL_WORDS, NOTIFICATION_WORDS, PROFILE_WORDS, SECURITY_WORDS } from "./words.ts";

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
  await told(api("PATCH /users/{user_id}", { params: { user_id: myId() }, body }), PROFILE_WORDS);
  await refreshMe();
}

export async function changeEmail(
  body: BodyOf<"POST /users/{user_id}/change-email">,
  idempotencyKey: string,
): Promise<void> {
  await told(
    api("POST /users/{user_id}/change-email", { params: { user_id: myId() }, body, idempotencyKey }),
    EMAIL_WORDS,
  );
  await refreshMe();
}

export async function closeAccount(): Promise<void> {
  await told(api("DELETE /users/me"), DANGER_WORDS);
}

export const sessionsQuery = queryOptions({
  queryKey: ["auth", "sessions"],
  queryFn: ({ signal }) => api("GET /auth/sessions", { signal, fallback: SECURITY_WORDS.failedToFetch }),
  // What is read here is acted on: never an old list.
  staleTime: 0,
});

export async function endSession(id: string): Promise<void> {
  await told(api("DELETE /auth/sessions/{session_id}", { params: { session_id: id } }), {
    done: SECURITY_WORDS.signedOut,
    failed: SECURITY_WORDS.failedToSignOut,
  });
  await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
}

export const notificationsQuery = queryOptions({
  queryKey: ["settings", "notifications"],
  queryFn: ({ signal }) =>
    api("GET /settings/notifications", { signal, fallback: NOTIFICATION_WORDS.failedToFetch }),
});

/** Shows the switch as it was moved, and moves it back when the server refuses. */
export async function changeNotifications(body: Partial<Notifications>): Promise<void> {
  const key = notificationsQuery.queryKey;
  const before = queryClient.getQueryData(key);
  if (before) queryClient.setQueryData(key, { ...before, ...body });
  const reply = await told(api("PATCH /settings/notifications", { body }), {
    failed: NOTIFICATION_WORDS.failed,
  }).catch(() => before);
  if (reply) queryClient.setQueryData(key, reply);
}

export const settingsQuery = queryOptions({
  queryKey: ["settings", "organization"],
  queryFn: ({ signal }) => api("GET /settings", { signal, fallback: ORGANIZATION_WORDS.failedToFetch }),
});

export async function changeSettings(body: SettingsChange): Promise<void> {
  await keepSettings(told(api("PATCH /settings", { body }), ORGANIZATION_WORDS));
}

export async function setLogo(data_url: string): Promise<void> {
  const call = api("PUT /settings/logo", { body: { data_url } });
  await keepSettings(told(call, { done: BRAND_WORDS.logoDone, failed: BRAND_WORDS.logoFailed }));
}

export async function removeLogo(): Promise<void> {
  const call = api("DELETE /settings/logo");
  await keepSettings(told(call, { done: BRAND_WORDS.logoRemoved, failed: BRAND_WORDS.logoFailed }));
}

/** The brand and the prefix stand in what everybody is told, so that is asked for anew. */
async function keepSettings(change: Promise<Settings>): Promise<void> {
  queryClient.setQueryData(settingsQuery.queryKey, await change);
  // What was kept is kept, whether or not its brand can be read again now.
  await loadConfig().catch(() => undefined);
}

export const capturedMailQuery = queryOptions({
  queryKey: ["mail", "captured"],
  queryFn: ({ signal }) => api("GET /mail/captured", { signal, fallback: MAIL_WORDS.failedToFetch }),
  staleTime: 0,
});

export function mailQuery(state: Mail["state"] | undefined) {
  return queryOptions({
    queryKey: ["mail", "list", state ?? "all"],
    queryFn: ({ signal }) =>
      api("GET /mail", { query: { state }, signal, fallback: MAIL_WORDS.failedToFetch }),
    staleTime: 0,
  });
}

export async function sendTestMail(idempotencyKey: string): Promise<void> {
  await told(api("POST /mail/test", { idempotencyKey }), {
    done: MAIL_WORDS.testDone,
    failed: MAIL_WORDS.testFailed,
  });
  await queryClient.invalidateQueries({ queryKey: ["mail"] });
}

export async function retryMail(id: string): Promise<void> {
  await told(api("POST /mail/{mail_id}/retry", { params: { mail_id: id } }), {
    done: MAIL_WORDS.retryDone,
    failed: MAIL_WORDS.retryFailed,
  });
  await queryClient.invalidateQueries({ queryKey: ["mail"] });
}

export function auditQuery(filters: AuditFilters) {
  return {
    queryKey: ["audit", filters],
    queryFn: ({ pageParam, signal }: { pageParam: number | null; signal: AbortSignal }) =>
      api("GET /audit", {
        query: { ...filters, per_page: AUDIT_PAGE, after: pageParam ?? undefined },
        signal,
        fallback: AUDIT_WORDS.failedToFetch,
      }),
    initialPageParam: null,
    getNextPageParam: ({ meta }: ReplyOf<"GET /audit">) => meta.next,
    staleTime: 0,
  };
}

export function exportAudit(filters: AuditFilters): Promise<string> {
  return told(api("GET /audit/export", { query: filters }), { failed: AUDIT_WORDS.exportFailed });
}

function myId(): string {
  return sessionNow().user?.id ?? "";
}

async function refreshMe(): Promise<void> {
  keepUser(await api("GET /auth/me"));
}
