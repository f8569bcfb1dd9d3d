import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { BUILT_IN_VIEWS } from "#contract/views/built-in-views.ts";
import { viewKeys } from "#contract/query-keys.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import { sessionNow } from "#web/lib/api/session-state.ts";
import { writeBrowserStorage } from "#web/lib/browser/browser-storage.ts";
import { findView, type Views } from "./address.ts";
import { type Pinned, PINNED_VIEWS } from "./pinned.ts";
import { viewsQuery } from "./views-query.ts";

/** The views of this person; what is pinned is remembered for the next start. */
export function useViews(): Views | undefined {
  const { data } = useQuery(viewsQuery);
  useEffect(() => {
    if (data) rememberPinned(pinnedOf(data));
  }, [data]);
  return data;
}

/** Shows what the server said, and keeps it for the next start. */
function rememberPinned(pinned: Pinned): void {
  queryClient.setQueryData(viewKeys.pinned(), pinned);
  writeBrowserStorage(PINNED_VIEWS, JSON.stringify({ whose: sessionNow().user?.id, pinned }));
}

function pinnedOf({ items, pins, default: opens }: Views): Pinned {
  const views = pins.flatMap((key) => {
    const found = findView(items, key);
    return found ? [{ key, name: found.name, search: found.search }] : [];
  });
  const all = Object.keys(BUILT_IN_VIEWS).length + items.length;
  const home = findView(items, opens ?? undefined)?.search ?? null;
  return { views, home, hasMore: all > views.length };
}
