import { queryOptions, useMutation } from "@tanstack/react-query";
import { onboardingKeys } from "#contract/query-keys.ts";
import { api, type ReplyOf } from "#web/lib/api/api-client.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import { toastOutcome } from "#web/ui/feedback/toast-outcome.ts";
import { SAMPLES_MESSAGES, STEPS_MESSAGES } from "./messages.ts";

export type Removal = ReplyOf<"GET /samples/removal">;

export const firstStepsQuery = queryOptions({
  queryKey: onboardingKeys.steps(),
  queryFn: ({ signal }) => api("GET /first-steps", { signal }),
  // A step that was done elsewhere shows as done on coming back.
  staleTime: 0,
});

export function useDismissFirstSteps() {
  return useMutation({
    mutationFn: (is_dismissed: boolean) =>
      toastOutcome(api("PATCH /first-steps", { body: { is_dismissed } }), { failed: STEPS_MESSAGES.failed }),
    onSuccess: (reply) => queryClient.setQueryData(firstStepsQuery.queryKey, reply),
  });
}

export const samplesQuery = queryOptions({
  queryKey: onboardingKeys.samples(),
  queryFn: ({ signal }) => api("GET /samples", { signal }),
});

/** Counts the rows that a removal would take away now; fetched when somebody means to remove. */
export function usePreviewRemoval() {
  return useMutation({
    mutationFn: () => toastOutcome(api("GET /samples/removal"), { failed: SAMPLES_MESSAGES.failedToCount }),
  });
}

export function useRemoveSamples() {
  return useMutation({
    mutationFn: () => toastOutcome(api("POST /samples/removal"), SAMPLES_MESSAGES),
    // Nothing that was loaded is sure to be there still.
    onSuccess: () => queryClient.invalidateQueries(),
  });
}
