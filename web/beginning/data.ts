import { queryOptions } from "@tanstack/react-query";
import { api, type ReplyOf } from "../lib/api.ts";
import { queryClient } from "../lib/queries.ts";
import { told } from "../ui/told.ts";
import { SAMPLES_WORDS, STEPS_WORDS } from "./words.ts";

export type Removal = ReplyOf<"GET /samples/removal">;

export const firstStepsQuery = queryOptions({
  queryKey: ["beginning", "steps"],
  queryFn: ({ signal }) => api("GET /first-steps", { signal }),
  // Who comes back from a step sees it done.
  staleTime: 0,
});

export async function dismissFirstSteps(is_dismissed: boolean): Promise<void> {
  const reply = await told(api("PATCH /first-steps", { body: { is_dismissed } }), {
    failed: STEPS_WORDS.failed,
  });
  queryClient.setQueryData(firstStepsQuery.queryKey, reply);
}

export const samplesQuery = queryOptions({
  queryKey: ["beginning", "samples"],
  queryFn: ({ signal }) => api("GET /samples", { signal }),
});

/** What a removal would take away now. */
export function previewRemoval(): Promise<Removal> {
  return told(api("GET /samples/removal"), { failed: SAMPLES_WORDS.failedToCount });
}

export async function removeSamples(): Promise<void> {
  await told(api("POST /samples/removal"), SAMPLES_WORDS);
  // Nothing that was loaded is sure to be there still.
  await queryClient.invalidateQueries();
}
