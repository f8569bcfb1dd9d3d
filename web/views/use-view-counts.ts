import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { viewKeys } from "#contract/query-keys.ts";
import { api } from "#web/lib/api/api-client.ts";
import { onChanges } from "#web/lib/live/changes.ts";

/** Counts are asked for at most so often, in ms. */
const EVERY_MS = 5000;

/** The numbers of tickets of views, asked for anew when a ticket or a view changes: not more often than that, and not in hidden tabs. */
export function useViewCounts(keys: readonly string[]) {
  const isWanted = keys.length > 0;
  const { data, refetch } = useQuery({
    queryKey: viewKeys.counts(keys),
    queryFn: ({ signal }) => api("GET /views/counts", { query: { keys: keys.join(",") }, signal }),
    enabled: isWanted,
    placeholderData: keepPreviousData,
    staleTime: EVERY_MS,
    retry: false,
  });
  useEffect(() => {
    // Nothing is pinned, or nobody knows yet what is.
    if (!isWanted) return undefined;
    const pace = createPace(() => void refetch());
    const leaves = [onChanges("tickets", pace.ask), onChanges("views", pace.ask)];
    document.addEventListener("visibilitychange", pace.look);
    return () => {
      for (const leave of leaves) leave();
      pace.stop();
      document.removeEventListener("visibilitychange", pace.look);
    };
  }, [refetch, isWanted]);
  return data?.counts;
}

function createPace(act: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let actedAt = Number.NEGATIVE_INFINITY;
  let isBehind = false;
  function run() {
    timer = undefined;
    isBehind = document.hidden;
    if (isBehind) return;
    actedAt = performance.now();
    act();
  }
  const ask = () => {
    timer ??= setTimeout(run, Math.max(0, actedAt + EVERY_MS - performance.now()));
  };
  return { ask, look: () => !document.hidden && isBehind && ask(), stop: () => clearTimeout(timer) };
}
