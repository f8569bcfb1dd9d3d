import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { ticketKeys } from "#contract/query-keys.ts";
import { type Change, onChanges } from "#web/lib/live/changes.ts";
import { fetchPage, rewriteList, rowsOf, type TicketList, type TicketRow, ticketsQuery } from "../data.ts";
import type { ListSearch } from "../list-search-params.ts";
import { ticketQuery } from "../ticket-query.ts";
import { useDraftMarks } from "../use-draft-marks.ts";

/** A list that is scrolled further than this, in px, is being read. */
const TOP_PX = 80;
/** Longer lists are not fetched anew as a whole for a change. */
const FEW_PAGES = 3;
/** Changed rows beyond the first page that are looked up one by one. */
const ROWS_AT_ONCE = 10;
const NONE: ReadonlySet<string> = new Set();

/**
 * Takes live changes into the list on the screen. At the top, with nobody pointing at it, the list is fetched anew
 * and new tickets come in where they belong. While it is held (pointed at, scrolled, or with a selection) rows keep
 * their places: changed rows are rewritten in place, and new tickets are only counted.
 */
export function useLiveList(search: ListSearch, isHeld: boolean) {
  const client = useQueryClient();
  const scope = JSON.stringify(search);
  const [arrived, setArrived] = useState({ scope, ids: NONE });
  const isBehind = useRef(false);
  const { queryKey } = ticketsQuery(search);

  function settle() {
    isBehind.current = false;
    setArrived({ scope, ids: NONE });
    void client.invalidateQueries({ queryKey, exact: true });
  }
  async function takeIn(changes: readonly Change[]) {
    const list = client.getQueryData<TicketList>(queryKey);
    if (!list) return;
    if (!isHeld && isAtTop() && list.pages.length <= FEW_PAGES) {
      settle();
      return;
    }
    isBehind.current = true;
    const ids = await rewriteInPlace(client, search, new Set(changes.map(ticketOf)));
    setArrived((now) => ({ scope, ids: new Set([...(now.scope === scope ? now.ids : NONE), ...ids]) }));
  }
  // The page works on when the server does not answer: the next change, or a look at the list, catches up.
  useDraftMarks();
  useChanges((changes) => void takeIn(changes).catch(() => undefined));
  useEffect(() => {
    if (!isHeld && isBehind.current && isAtTop()) settle();
    // Only letting go makes the list catch up, not each render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isHeld]);
  useEffect(
    () => () => {
      if (isBehind.current)
        void client.invalidateQueries({ queryKey: ticketKeys.lists(), refetchType: "none" });
    },
    [client],
  );
  return {
    newAbove: arrived.scope === scope ? arrived.ids.size : 0,
    showNew: () => {
      settle();
      window.scrollTo({ top: 0 });
    },
  };
}

/** Rewrites what changed where it stands, and gives the ids of tickets that would now come above. */
async function rewriteInPlace(
  client: QueryClient,
  search: ListSearch,
  changed: ReadonlySet<string>,
): Promise<string[]> {
  const { queryKey } = ticketsQuery(search);
  const head = await fetchPage(search, "");
  const known = new Set(rowsOf(client.getQueryData<TicketList>(queryKey)).map((row) => row.id));
  const inHead = new Map(head.items.map((row) => [row.id, row]));
  const elsewhere = [...changed].filter((id) => known.has(id) && !inHead.has(id));
  const found = new Map(
    await Promise.all(
      elsewhere.slice(0, ROWS_AT_ONCE).map(async (id) => [id, await fetchRowFields(client, id)] as const),
    ),
  );
  client.setQueryData<TicketList>(queryKey, (list) => {
    if (!list) return list;
    const rewritten = rewriteList(list, (row) => inHead.get(row.id) ?? { ...row, ...found.get(row.id) });
    return {
      ...rewritten,
      pages: rewritten.pages.map((page) => ({
        ...page,
        meta: { ...page.meta, total: head.meta.total, counts: head.meta.counts },
      })),
    };
  });
  return head.items.filter((row) => changed.has(row.id) && !known.has(row.id)).map((row) => row.id);
}

/** The fields of a row, fetched anew; none if the ticket is no longer visible. */
async function fetchRowFields(client: QueryClient, id: string): Promise<Partial<TicketRow>> {
  const ticket = await client
    .fetchQuery({ ...ticketQuery(id), staleTime: 0, retry: false })
    .catch(() => null);
  if (!ticket) return {};
  const { subject, status, priority, assignee_id, assignee_fullname, group_id, group_name } = ticket;
  const { tags, checklist, has_draft, follow_up_at, follow_up_due_at, updated, version } = ticket;
  return {
    subject,
    status,
    priority,
    assignee_id,
    assignee_fullname,
    group_id,
    group_name,
    tags,
    checklist,
    has_draft,
    follow_up_at,
    follow_up_due_at,
    updated,
    version,
  };
}

const ticketOf = ({ id, ticket_id }: Change) => ticket_id ?? id;

function isAtTop(): boolean {
  return window.scrollY < TOP_PX;
}

function useChanges(listener: (changes: readonly Change[]) => void) {
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => onChanges("tickets", (changes) => latest.current(changes)), []);
}
