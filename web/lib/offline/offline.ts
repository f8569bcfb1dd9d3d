import type { QueryClient } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { isConnectionLost, onConnection } from "../api/connection.ts";
import { keepUser, onSessionChange, sessionNow } from "../api/session-state.ts";

/** What is kept for reading without a connection can wait until the first page stands. Milliseconds. */
const REST_MS = 3000;

/** Keeps what is opened readable without a connection, and makes it true again afterwards; called once at start. */
export function watchOffline(client: QueryClient): void {
  let isWatching = false;
  let resting: ReturnType<typeof setTimeout> | undefined;
  const begin = () => {
    clearTimeout(resting);
    if (isWatching) return;
    isWatching = true;
    void keepAnswers(client);
  };
  const watch = () => {
    if (isWatching || !sessionNow().user) return;
    // Without the server the first page stands only once it is lent what is kept of it.
    if (isConnectionLost()) begin();
    else resting ??= setTimeout(begin, REST_MS);
  };
  watch();
  onSessionChange(watch);
  onConnection(() => {
    if (isConnectionLost()) watch();
    else void catchUp(client);
  });
}

async function keepAnswers(client: QueryClient): Promise<void> {
  // Without this part, whose file could not be fetched, the app reads with a connection only.
  const kept = await import("./offline-cache.ts").catch(() => null);
  kept?.watchOfflineCache(client);
}

/** Rights may have changed meanwhile; the first call also renews the token of a session that began without one. */
async function catchUp(client: QueryClient): Promise<void> {
  if (!sessionNow().user) return;
  try {
    keepUser(await api("GET /auth/me"));
  } catch {
    // Refused: the session has ended, which was told. Unanswered: the next answer comes here again.
    return;
  }
  await client.invalidateQueries();
}
