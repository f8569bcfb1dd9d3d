import { queryOptions, useMutation } from "@tanstack/react-query";
import { settingsKeys } from "#contract/query-keys.ts";
import { api, type BodyOf, type QueryOf, type ReplyOf } from "#web/lib/api/api-client.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import { loadConfig } from "#web/lib/public-config.ts";
import type { Submission } from "#web/lib/form/submission-key.ts";
import { toastOutcome } from "#web/ui/feedback/toast-outcome.ts";
import { BRAND_MESSAGES, ORGANIZATION_MESSAGES } from "./messages.ts";

export type Settings = ReplyOf<"GET /settings">;
export type SettingsChange = BodyOf<"PATCH /settings">;

export const settingsQuery = queryOptions({
  queryKey: settingsKeys.organization(),
  queryFn: ({ signal }) => api("GET /settings", { signal, fallback: ORGANIZATION_MESSAGES.failedToFetch }),
});

export type Preview = ReplyOf<"GET /settings/retention">;

/** What the next night would take if things were kept for so many days. */
export function retentionQuery(days: QueryOf<"GET /settings/retention">) {
  return queryOptions({
    queryKey: settingsKeys.retention(days),
    queryFn: ({ signal }) => api("GET /settings/retention", { query: days, signal }),
  });
}

export const storageQuery = queryOptions({
  queryKey: settingsKeys.storage(),
  queryFn: ({ signal }) => api("GET /settings/storage", { signal }),
});

export function useChangeSettings() {
  return useMutation({
    mutationFn: ({ body }: Submission<SettingsChange>) =>
      toastOutcome(api("PATCH /settings", { body }), ORGANIZATION_MESSAGES),
    onSuccess: saveSettings,
  });
}

/** Sets the logo from a picture, or takes it away. */
export function useChangeLogo() {
  return useMutation({
    mutationFn: (picture: File | null) =>
      toastOutcome(picture ? putLogo(picture) : api("DELETE /settings/logo"), {
        done: picture ? BRAND_MESSAGES.logoDone : BRAND_MESSAGES.logoRemoved,
        failed: BRAND_MESSAGES.logoFailed,
      }),
    onSuccess: saveSettings,
  });
}

/** Brand and prefix are part of the public configuration, so that is fetched anew. */
function saveSettings(settings: Settings): void {
  queryClient.setQueryData(settingsQuery.queryKey, settings);
  // The settings are saved, whether or not the configuration can be fetched now.
  loadConfig().catch(() => undefined);
}

async function putLogo(picture: File): Promise<Settings> {
  return api("PUT /settings/logo", { body: { data_url: await dataUrlOf(picture) } });
}

function dataUrlOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(typeof reader.result === "string" ? reader.result : ""));
    reader.addEventListener("error", () => reject(new Error(BRAND_MESSAGES.logoFailed)));
    reader.readAsDataURL(file);
  });
}
