import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { calendarKeys, slaKeys } from "#contract/query-keys.ts";
import { api, type BodyOf, type ReplyOf } from "#web/lib/api/api-client.ts";
import type { Submission } from "#web/lib/form/submission-key.ts";
import { toastOutcome } from "#web/ui/feedback/toast-outcome.ts";
import { LEVELS_MESSAGES as MESSAGES } from "./messages.ts";

export type Level = ReplyOf<"GET /sla/policies/{policy_id}">;
type LevelChange = BodyOf<"PUT /sla/policies/{policy_id}">;
export type LevelBody = Required<Omit<LevelChange, "base_version">>;

/** A service level as it is now, or as a former version of it was. */
export function levelQuery(id: string, version: number | null = null) {
  return queryOptions({
    queryKey: slaKeys.policy(id, version),
    queryFn: ({ signal }) =>
      api("GET /sla/policies/{policy_id}", {
        params: { policy_id: id },
        query: version === null ? {} : { version },
        signal,
        fallback: MESSAGES.failedToLoadOne,
      }),
  });
}

/** Saves a new service level. */
export function useCreateLevel() {
  const adopt = useAdopt();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: Submission<LevelBody & { for_everyone: boolean }>) =>
      toastOutcome(api("POST /sla/policies", { body, idempotencyKey }), outcome),
    ...adopt,
  });
}

/** Saves over one; its body names the version that the form began with. */
export function useChangeLevel(id: string) {
  const adopt = useAdopt();
  return useMutation({
    mutationFn: ({ body }: Submission<LevelChange>) =>
      toastOutcome(api("PUT /sla/policies/{policy_id}", { params: { policy_id: id }, body }), outcome),
    ...adopt,
  });
}

const outcome = { done: MESSAGES.saved, failed: MESSAGES.failed };

function useAdopt() {
  const client = useQueryClient();
  return {
    onSuccess: (level: Level) => client.setQueryData(levelQuery(level.id).queryKey, level),
    // Refused because somebody saved meanwhile: theirs is read. The first one makes a calendar.
    onSettled: () => {
      void client.invalidateQueries({ queryKey: slaKeys.all() });
      void client.invalidateQueries({ queryKey: calendarKeys.all() });
    },
  };
}

export function useArchiveLevel(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      toastOutcome(api("DELETE /sla/policies/{policy_id}", { params: { policy_id: id } }), {
        done: MESSAGES.archived,
        failed: MESSAGES.failedToArchive,
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: slaKeys.all() }),
  });
}
