import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
} from "@tanstack/react-query";
import { ticketKeys } from "#contract/query-keys.ts";
import { api, type QueryOf, type ReplyOf } from "#web/lib/api/api-client.ts";
import { upTo } from "#web/lib/api/query-client.ts";
import { askedOf, type ListSearch } from "./list-search-params.ts";

export type TicketPage = ReplyOf<"GET /tickets">;
export type TicketRow = TicketPage["items"][number];
export type TicketList = InfiniteData<TicketPage>;

const ROWS_A_PAGE = 50;

/** The list under its filters, page after page. The page that shows it decides how live changes come in. */
export function ticketsQuery(search: ListSearch) {
  return infiniteQueryOptions({
    queryKey: ticketKeys.list(askedOf(search)),
    queryFn: ({ pageParam, signal }) => fetchPage(search, pageParam, signal),
    initialPageParam: "",
    getNextPageParam: (last: TicketPage) => last.meta.next ?? undefined,
    // Another filter: the rows on the screen stay, dimmed, until those of the new one are there.
    placeholderData: keepPreviousData,
    retry: upTo(1),
    meta: { live: "own" },
  });
}

export function fetchPage(search: ListSearch, after: string, signal?: AbortSignal): Promise<TicketPage> {
  return api("GET /tickets", {
    query: { ...queryOf(search), brief: "true", per_page: ROWS_A_PAGE, after },
    signal,
  });
}

/** The filters as the API takes them. */
export function queryOf(search: ListSearch) {
  const { mine, unassigned, active, unread, deleted, ...rest } = askedOf(search);
  const query: QueryOf<"GET /tickets/export"> = { ...rest };
  if (mine) query.mine = "true";
  if (unassigned) query.unassigned = "true";
  if (active) query.active = "true";
  if (unread) query.unread = "true";
  if (deleted) query.deleted = "true";
  return query;
}

/** All rows that are loaded, each once: a row that moved between two pages may come twice. */
export function rowsOf(list: TicketList | undefined): TicketRow[] {
  const rows = new Map<string, TicketRow>();
  for (const page of list?.pages ?? []) {
    for (const row of page.items) if (!rows.has(row.id)) rows.set(row.id, row);
  }
  return [...rows.values()];
}

/** The counts of the whole list from its first page; undefined while the rows of another search are shown. */
export function countOf({ data, isPlaceholderData }: { data?: TicketList; isPlaceholderData: boolean }) {
  const { total, total_is_capped: isMore = false, found_inside: inside = [] } = data?.pages[0]?.meta ?? {};
  return isPlaceholderData ? { total: undefined, isMore, inside: [] } : { total, isMore, inside };
}

/**
 * Rewrites rows in every loaded list; `change` gives null to take a row out. A stale list stays stale:
 * a row that is known better makes no list complete.
 */
export function rewriteRows(client: QueryClient, change: (row: TicketRow) => TicketRow | null): void {
  for (const query of client.getQueryCache().findAll({ queryKey: ticketKeys.lists() })) {
    const { isInvalidated, dataUpdatedAt: updatedAt } = query.state;
    client.setQueryData<TicketList>(query.queryKey, (list) => list && rewriteList(list, change), {
      updatedAt,
    });
    if (isInvalidated) query.invalidate();
  }
}

export function rewriteList(list: TicketList, change: (row: TicketRow) => TicketRow | null): TicketList {
  const pages = list.pages.map((page) => {
    const items = page.items.map(change).filter((row) => row !== null);
    const total = page.meta.total - (page.items.length - items.length);
    return { ...page, items, meta: { ...page.meta, total } };
  });
  return { ...list, pages };
}

/** Marks every list of tickets as old, those of the dashboards too; lists on the screen are asked for again. */
export async function refreshLists(client: QueryClient): Promise<void> {
  const lists = [ticketKeys.lists(), ticketKeys.recent(), ticketKeys.clientRecent()];
  await Promise.all(lists.map((queryKey) => client.invalidateQueries({ queryKey })));
}
