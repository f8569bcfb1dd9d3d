import { queryOptions } from "@tanstack/react-query";
import { onboardingKeys } from "#contract/query-keys.ts";
import { api, type ReplyOf } from "#web/lib/api/api-client.ts";
import { queryClient } from "#web/lib/api/queries.ts";
import { toastOutcome } from "#web/ui/feedback/toast-outcome.ts";
import { SAMPLES_MESSAGES, STEPS_MESSAGES } from "./messages.ts";

export type Removal = ReplyOf<"GET /samples/removal">;

export const firstStepsQuery = queryOptions({
  queryKey: onboardingKeys.steps(),
  queryFn: ({ signal }) => api("GET /first-steps", { signal }),
  // Who comes back from a step sees it done.
  staleTime: 0,
});

export async function dismissFirstSteps(is_dismissed: boolean): Promise<void> {
  const reply = await toastOutcome(api("PATCH /first-steps", { body: { is_dismissed } }), {
    failed: STEPS_MESSAGES.failed,
  });
  queryClient.setQueryData(firstStepsQuery.queryKey, reply);
}

export const samplesQuery = queryOptions({
  queryKey: onboardingKeys.samples(),
  queryFn: ({ signal }) => api("GET /samples", { signal }),
});

/** What a removal would take away now. */
export function previewRemoval(): Promise<Removal> {
  return toastOutcome(api("GET /samples/removal"), { failed: SAMPLES_MESSAGES.failedToCount });
}

export async function removeSamples(): Promise<void> {
  await toastOutcome(api("POST /samples/removal"), SAMPLES_MESSAGES);
  // Nothing that was loaded is sure to be there still.
  await queryClient.invalidateQueries();
}
