import { useEffect, useSyncExternalStore } from "react";
import { api, type ReplyOf } from "./api/api-client.ts";
import { LIB_MESSAGES } from "./messages.ts";

export type Config = ReplyOf<"GET /config">;

/** Fetches brand and public settings: once at the start, and again after somebody here changed them. */
export async function loadConfig(): Promise<Config> {
  config = await api("GET /config");
  for (const listener of listeners) listener();
  return config;
}

/** A store of its own, since the sign-in page shows the brand before the cache of server data is loaded. */
export function useConfig(): Config | undefined {
  return useSyncExternalStore(subscribe, () => config);
}

let config: Config | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The short name and the logo; the product's own until the organization's are known. */
export function useBrand(): { shortName: string; logoUrl: string | null } {
  const config = useConfig();
  return { shortName: config?.short_name ?? LIB_MESSAGES.productName, logoUrl: config?.logo_url ?? null };
}

/** Names the browser's tab "{page} · {short name}". */
export function usePageTitle(page: string): void {
  const { shortName } = useBrand();
  useEffect(() => {
    document.title = `${page} · ${shortName}`;
  }, [page, shortName]);
}
