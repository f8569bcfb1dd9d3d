import { queryOptions, useMutation } from "@tanstack/react-query";
import { groupKeys } from "#contract/query-keys.ts";
import { api, type BodyOf, type ReplyOf } from "#web/lib/api/api-client.ts";
import { DIRECTORY_PAGE } from "#web/lib/directory/use-directory.ts";
import type { Submission } from "#web/lib/form/submission-key.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import { toastOutcome } from "#web/ui/feedback/toast-outcome.ts";
import { TEAM_ACT_MESSAGES, TEAMS_MESSAGES } from "./messages.ts";

export type Team = ReplyOf<"GET /groups">["groups"][number];

export function teamListQuery({ archived }: { archived: boolean }) {
  return queryOptions({
    queryKey: groupKeys.list(archived),
    queryFn: ({ signal }) =>
      api("GET /groups", {
        query: { page: 1, page_size: DIRECTORY_PAGE, archived: archived ? "true" : undefined },
        signal,
        fallback: TEAMS_MESSAGES.failedToFetch,
      }),
  });
}

export function useCreateTeam() {
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: Submission<BodyOf<"POST /groups">>) =>
      toastOutcome(api("POST /groups", { body, idempotencyKey }), TEAM_ACT_MESSAGES.created),
    onSuccess: () => void refreshTeams(),
  });
}

export function useChangeTeam(id: string) {
  return useMutation({
    mutationFn: ({ body }: Submission<BodyOf<"PATCH /groups/{group_id}">>) =>
      toastOutcome(
        api("PATCH /groups/{group_id}", { params: { group_id: id }, body }),
        TEAM_ACT_MESSAGES.changed,
      ),
    onSuccess: () => void refreshTeams(),
  });
}

export function useArchiveTeam() {
  return useMutation({
    mutationFn: (id: string) =>
      toastOutcome(
        api("DELETE /groups/{group_id}", { params: { group_id: id } }),
        TEAM_ACT_MESSAGES.archived,
      ),
    onSuccess: () => void refreshTeams(),
  });
}

export function useRestoreTeam() {
  return useMutation({
    mutationFn: (id: string) =>
      toastOutcome(
        api("POST /groups/{group_id}/restore", { params: { group_id: id } }),
        TEAM_ACT_MESSAGES.restored,
      ),
    onSuccess: () => void refreshTeams(),
  });
}

function refreshTeams(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: groupKeys.all() });
}
