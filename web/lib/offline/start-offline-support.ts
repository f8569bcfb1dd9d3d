import type { QueryClient } from "@tanstack/react-query";
import { lazyLoad } from "../loading/lazy-load.ts";
import { api } from "../api/api-client.ts";
import { isConnectionLost, onConnection } from "../api/server-connection.ts";
import { updateSessionUser, onSessionChange, sessionNow } from "../api/session-state.ts";

/** The offline cache can wait until the first page is shown. Milliseconds. */
const REST_MS = 3000;

/** Caches opened pages for reading without a connection, and refreshes them afterwards; called once at start. */
export function startOfflineSupport(client: QueryClient): void {
  let isWatching = false;
  let resting: ReturnType<typeof setTimeout> | undefined;
  const begin = () => {
    clearTimeout(resting);
    if (isWatching) return;
    isWatching = true;
    void loadOfflineCache(client);
  };
  const watch = () => {
    if (isWatching || !sessionNow().user) return;
    // Without the server the first page can be shown only from the cache.
    if (isConnectionLost()) begin();
    else resting ??= setTimeout(begin, REST_MS);
  };
  watch();
  onSessionChange(watch);
  onConnection(() => {
    if (isConnectionLost()) watch();
    else void refreshAll(client);
  });
}

const offlineCache = lazyLoad(() => import("./offline-cache.ts"));

async function loadOfflineCache(client: QueryClient): Promise<void> {
  // Without this part, whose file could not be fetched, the app reads with a connection only.
  const kept = await offlineCache().catch(() => null);
  kept?.startOfflineCache(client);
}

/** Rights may have changed meanwhile; the first call also renews the token of a session that began without one. */
async function refreshAll(client: QueryClient): Promise<void> {
  if (!sessionNow().user) return;
  try {
    updateSessionUser(await api("GET /auth/me"));
  } catch {
    // Refused: the session has ended, which is shown. Unanswered: the next answer leads here again.
    return;
  }
  await client.invalidateQueries();
}
