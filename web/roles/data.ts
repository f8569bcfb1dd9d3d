import { queryOptions, useMutation } from "@tanstack/react-query";
import { roleKeys, userKeys } from "#contract/query-keys.ts";
import { api, type BodyOf, type ReplyOf } from "#web/lib/api/api-client.ts";
import type { Submission } from "#web/lib/form/submission-key.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import { updateSessionUser, sessionNow } from "#web/lib/api/session-state.ts";
import { toastOutcome } from "#web/ui/feedback/toast-outcome.ts";
import { permissionsInLanguage, rolesInLanguage } from "./role-and-permission-texts.ts";
import { ROLES_MESSAGES } from "./messages.ts";

export type Role = ReplyOf<"GET /roles">["roles"][number];
export type RolesUser = ReplyOf<"GET /users/{user_id}">;
export type HistoryEntry = ReplyOf<"GET /users/{user_id}/roles/history">["history"][number];

const HISTORY_FRESH_MS = 60_000;
const HISTORY_ENTRIES = 50;

export const rolesQuery = queryOptions({
  queryKey: roleKeys.list(),
  queryFn: async ({ signal }) =>
    rolesInLanguage(await api("GET /roles", { signal, fallback: ROLES_MESSAGES.failedToFetchRoles })),
});

export function rolesUserQuery(id: string) {
  return queryOptions({
    queryKey: userKeys.detail(id),
    queryFn: ({ signal }) =>
      api("GET /users/{user_id}", {
        params: { user_id: id },
        signal,
        fallback: ROLES_MESSAGES.failedToFetchUser,
      }),
  });
}

export function userRolesQuery(id: string) {
  return queryOptions({
    queryKey: userKeys.roles(id),
    queryFn: async ({ signal }) =>
      rolesInLanguage(
        await api("GET /users/{user_id}/roles", {
          params: { user_id: id },
          signal,
          fallback: ROLES_MESSAGES.failedToFetchUserRoles,
        }),
      ),
  });
}

/** Kept for the 5 minutes of every query (rule 307). */
export function permissionsQuery(roleId: string) {
  return queryOptions({
    queryKey: roleKeys.permissions(roleId),
    queryFn: async ({ signal }) =>
      permissionsInLanguage(
        await api("GET /roles/{role_id}/permissions", { params: { role_id: roleId }, signal }),
      ),
  });
}

export function roleHistoryQuery(userId: string) {
  return queryOptions({
    queryKey: userKeys.roleHistory(userId),
    queryFn: ({ signal }) =>
      api("GET /users/{user_id}/roles/history", {
        params: { user_id: userId },
        query: { limit: HISTORY_ENTRIES },
        signal,
      }),
    staleTime: HISTORY_FRESH_MS,
  });
}

/** Sets the roles, says so with `done`, and refreshes what shows them at once, history too (rule 173). */
export function useSaveRoles(userId: string, done: string) {
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: Submission<BodyOf<"POST /users/{user_id}/roles:set">>) =>
      toastOutcome(
        api("POST /users/{user_id}/roles:set", { params: { user_id: userId }, body, idempotencyKey }),
        { done, failed: ROLES_MESSAGES.failed },
      ),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: userKeys.all() });
      if (userId === sessionNow().user?.id) updateSessionUser(await api("GET /auth/me"));
    },
  });
}
