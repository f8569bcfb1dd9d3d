import { useQuery } from "@tanstack/react-query";
import { mayOpenIncoming } from "#contract/access/may-open-page.ts";
import { liveKeys } from "#contract/query-keys.ts";
import { api } from "../api/api-client.ts";
import { useActor } from "../api/session-state.ts";
import { readBrowserStorage, writeBrowserStorage } from "../browser/browser-storage.ts";

const KEY = "takes-mail";

/** The number of held mails, as soon as the live stream has sent it; undefined for those whom it does not concern. */
export function useHeldMails(): number | undefined {
  const may = mayOpenIncoming(useActor());
  const { data } = useQuery({
    queryKey: liveKeys.heldMails(),
    queryFn: async ({ signal }) => {
      const { meta } = await api("GET /incoming", { query: { state: "held", per_page: 1 }, signal });
      return meta.counts.held;
    },
    enabled: ({ state }) => may && state.data !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return may ? data : undefined;
}

/** Whether mail comes to this desk, as far as is known: at the start as it was last time, so that nothing moves. */
export function useTakesMail(): boolean {
  return useHeldMails() !== undefined || readBrowserStorage(KEY) !== null;
}

/** Remembers for the next start whether mail comes to the desk. */
export function rememberTakesMail(takesMail: boolean): void {
  writeBrowserStorage(KEY, takesMail ? "1" : null);
}
