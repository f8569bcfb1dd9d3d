import { useQuery } from "@tanstack/react-query";
import { viewKeys } from "#contract/query-keys.ts";
import { readBrowserStorage, writeBrowserStorage } from "#web/lib/browser/browser-storage.ts";
import { onSessionChange, sessionNow } from "#web/lib/api/session-state.ts";
import type { ViewAddress } from "./address.ts";

/** What the sidebar shows below Tickets, and where Tickets leads. */
export type Pinned = {
  views: readonly { key: string; name: string; search: ViewAddress }[];
  /** The view that Tickets opens with; null for the plain list. */
  home: ViewAddress | null;
  /** There are more than the pinned ones: the way to them takes a line. */
  hasMore: boolean;
};

/** Where the browser keeps them from one start to the next, with the id of the person. */
export const PINNED_VIEWS = "pinned-views";

/**
 * The pinned views, at the start as this browser knew them last, so that nothing moves when they come; null while it knows
 * none of this person. It asks the server for nothing: that is for `use-views.ts`, once the page rests.
 */
export function usePinned(): Pinned | null {
  return useQuery({
    queryKey: viewKeys.pinned(),
    queryFn: readKept,
    initialData: readKept,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  }).data;
}

/** Null for what somebody else has pinned, and for what is not readable. */
function readKept(): Pinned | null {
  try {
    const { whose, pinned } = JSON.parse(readBrowserStorage(PINNED_VIEWS) ?? "{}");
    return whose === sessionNow().user?.id ? pinned : null;
  } catch {
    return null;
  }
}

// The names are for whoever has them alone.
onSessionChange(({ isResolved, user, restoreFailure }) => {
  if (isResolved && !user && !restoreFailure) writeBrowserStorage(PINNED_VIEWS, null);
});
