import { queryOptions } from "@tanstack/react-query";
import { settingsKeys } from "#contract/query-keys.ts";
import { api, type BodyOf, type ReplyOf } from "#web/lib/api/api-client.ts";
import { queryClient } from "#web/lib/api/queries.ts";
import { loadConfig } from "#web/lib/brand.ts";
import { toastOutcome } from "#web/ui/feedback/toast-outcome.ts";
import { BRAND_MESSAGES, ORGANIZATION_MESSAGES } from "./messages.ts";

export type Settings = ReplyOf<"GET /settings">;
export type SettingsChange = BodyOf<"PATCH /settings">;

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
