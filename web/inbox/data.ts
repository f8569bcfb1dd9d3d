import { type InfiniteData, infiniteQueryOptions } from "@tanstack/react-query";
import type { InboxTab } from "#contract/inbox/inbox-reasons.ts";
import { inboxKeys } from "#contract/query-keys.ts";
import { api, type ReplyOf } from "#web/lib/api/api-client.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import { INBOX_MESSAGES } from "./messages.ts";

export type InboxPage = ReplyOf<"GET /inbox">;
export type InboxItem = InboxPage["items"][number];
export type InboxCounts = InboxPage["meta"]["counts"];

/** The rows of a tab, newest first, page after page. The page that shows them decides how live changes come in. */
export function inboxQuery(tab: InboxTab) {
  return infiniteQueryOptions({
    queryKey: inboxKeys.list(tab),
    queryFn: ({ pageParam, signal }) =>
      api("GET /inbox", {
        query: { tab, after: pageParam },
        signal,
        fallback: INBOX_MESSAGES.failedToLoad,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ meta }: InboxPage) => meta.next ?? undefined,
    staleTime: 0,
    meta: { live: "own" },
  });
}

/** All rows that are loaded, each once: one that moved between two pages may come twice. */
export function itemsOf(list: InfiniteData<InboxPage> | undefined): InboxItem[] {
  const all = list?.pages.flatMap((page) => page.items) ?? [];
  return [...new Map(all.map((item) => [item.ticket_id, item])).values()];
}

export function refreshInbox(): void {
  void queryClient.invalidateQueries({ queryKey: inboxKeys.lists() });
}

/** Changes a row, or drops it (null), in every tab that is loaded. */
export function rewriteItems(change: (item: InboxItem) => InboxItem | null): void {
  queryClient.setQueriesData<InfiniteData<InboxPage>>(
    { queryKey: inboxKeys.lists() },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({
          ...page,
          items: page.items.map(change).filter((item) => item !== null),
        })),
      },
  );
}
