import { type InfiniteData, infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { incomingKeys, liveKeys, ticketKeys } from "#contract/query-keys.ts";
import { api, type ReplyOf } from "#web/lib/api/api-client.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import type { Tab } from "./incoming-search-params.ts";
import { INCOMING_MESSAGES } from "./messages.ts";

type IncomingPage = ReplyOf<"GET /incoming">;
export type Mail = IncomingPage["items"][number];
export type WholeMail = ReplyOf<"GET /incoming/{mail_id}">;
export type StateCounts = IncomingPage["meta"]["counts"];

const ROWS_A_PAGE = 50;

/** The mails of a tab, newest first, page after page. The page that shows it decides how live changes come in. */
export function mailsQuery(tab: Tab) {
  return infiniteQueryOptions({
    queryKey: incomingKeys.list({ tab }),
    queryFn: ({ pageParam, signal }) =>
      api("GET /incoming", {
        query: { state: tab === "all" ? undefined : tab, page: pageParam, per_page: ROWS_A_PAGE },
        signal,
        fallback: INCOMING_MESSAGES.failedToFetch,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }: IncomingPage) => (meta.page < meta.pages ? meta.page + 1 : undefined),
    staleTime: 0,
    meta: { live: "own" },
  });
}

/** One mail with its text. */
export function mailQuery(id: string) {
  return queryOptions({
    queryKey: incomingKeys.detail(id),
    queryFn: ({ signal }) =>
      api("GET /incoming/{mail_id}", {
        params: { mail_id: id },
        signal,
        fallback: INCOMING_MESSAGES.failedToFetch,
      }),
  });
}

/** All mails that are loaded, each once: one that moved between two pages may come twice. */
export function mailsOf(list: InfiniteData<IncomingPage> | undefined): Mail[] {
  const all = list?.pages.flatMap((page) => page.items) ?? [];
  return [...new Map(all.map((mail) => [mail.id, mail])).values()];
}

/** Fetches anew what a decision may have changed: the lists, the mail, the number of held ones, and tickets. */
export async function refreshMails(): Promise<void> {
  const keys = [incomingKeys.all(), liveKeys.heldMails(), ticketKeys.lists()];
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
