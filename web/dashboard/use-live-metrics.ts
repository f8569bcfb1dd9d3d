import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { dashboardKeys } from "#contract/query-keys.ts";
import type { LiveTopic } from "#contract/events.ts";
import { onChanges } from "#web/lib/live/changes.ts";

/** The topics whose changes move a figure. */
const COUNTED: LiveTopic[] = ["tickets", "users", "companies"];

/** On a busy desk figures are fetched no more often than this, in ms; the first change of a while at once. */
const REST_MS = 1000;

/** Fetches the figures anew when something that they count has changed; the minute's refetch is for lost events. */
export function useLiveMetrics(): void {
  const client = useQueryClient();
  useEffect(() => {
    let timer: number | undefined;
    let isBehind = false;
    function fetchAnew() {
      isBehind = timer !== undefined;
      if (isBehind) return;
      void client.invalidateQueries({ queryKey: dashboardKeys.all() });
      timer = window.setTimeout(() => {
        timer = undefined;
        if (isBehind) fetchAnew();
      }, REST_MS);
    }
    const ends = COUNTED.map((topic) => onChanges(topic, fetchAnew));
    return () => {
      for (const end of ends) end();
      window.clearTimeout(timer);
    };
  }, [client]);
}
