import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Plus, ArrowUp } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import type { Actor } from "#contract/access/actor.ts";
import { maySeeTags } from "#contract/access/tags.ts";
import { mayBulkChange, mayCreateTicket } from "#contract/access/tickets.ts";
import { lazyPart, usePrefetch } from "#web/lib/loading/lazy-part.tsx";
import { useIsNarrow } from "#web/lib/browser/media-query.ts";
import { countText } from "#web/lib/format.ts";
import { useHeldMails } from "#web/lib/live/held-mails.ts";
import { usePageTitle } from "#web/lib/public-config.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import { actorOf, sessionNow, useActor } from "#web/lib/api/session-state.ts";
import { ButtonLink } from "#web/ui/form/button-link.tsx";
import { cx } from "#web/ui/class-names.ts";
import { Card } from "#web/ui/card.tsx";
import { PageHead } from "#web/ui/page-head.tsx";
import { Button } from "#web/ui/button.tsx";
import { useHotkey } from "#web/lib/browser/hotkeys.ts";
import type { OpenView } from "#web/views/open-view.ts";
import { allViews, goneView } from "#web/views/parts.ts";
import { usePinned } from "#web/views/pinned.ts";
import { countOf, queryOf, rowsOf, ticketsQuery } from "../data.ts";
import { isDueShown } from "../due-shown.ts";
import { ListBody } from "./list-content.tsx";
import { useLiveList } from "./use-live-list.ts";
import { askedOf, changeSearch, forClients, type ListSearch, readListSearch } from "../list-search-params.ts";
import { useDimmed } from "#web/lib/list/use-dimmed.ts";
import { useListState } from "#web/lib/list/use-list-state.ts";
import { ListToolbar } from "./list-toolbar.tsx";
import { LIST_MESSAGES } from "../messages.ts";

const bulkBar = lazyPart(
  () => import("../selection/bulk-bar.tsx"),
  (module) => module.BulkBar,
);

const dueChips = lazyPart(
  () => import("#web/sla/due-chips.tsx"),
  (module) => module.DueChips,
  { isOptional: true },
);

/** Asks for the rows that an address asks for, if they are not here yet. */
export async function fetchList(address: ListSearch): Promise<void> {
  const { user } = sessionNow();
  const search = user && searchOf(actorOf(user), readListSearch(address));
  if (search && !search.views) await queryClient.ensureInfiniteQueryData(ticketsQuery(search));
}

/** The list of tickets, or that of the views of it. */
export function ListPage() {
  // The router hands on what it does not know as well.
  const asked = useSearch({ from: "/protected/tickets", select: readListSearch });
  const search = searchOf(useActor(), asked);
  return search.views ? <allViews.Part /> : <TicketListPage search={search} />;
}

function searchOf(actor: Actor, address: ListSearch): ListSearch {
  return maySeeTags(actor) ? address : forClients(address);
}

/** The ticket list: the search is in the address, the rows are in the query cache. */
function TicketListPage({ search }: { search: ListSearch }) {
  const [told, tell] = useState<OpenView | null>(null);
  const open = told?.key === search.view ? told : null;
  const isGone = Boolean(open?.gone.length);
  const pinned = usePinned()?.views.find(({ key }) => key === search.view);
  const name = (open ?? pinned)?.name ?? LIST_MESSAGES.title;
  usePageTitle(name);
  const actor = useActor();
  const navigate = useNavigate();
  const show = (next: ListSearch) => void navigate({ to: "/tickets", search: next });

  const list = useInfiniteQuery(ticketsQuery(search));
  const rows = useMemo(() => rowsOf(list.data), [list.data]);
  const { total, isMore, inside } = countOf(list);
  const more = () => void (list.hasNextPage && !list.isFetchingNextPage && list.fetchNextPage());

  const maySelect = mayBulkChange(actor) && !search.deleted;
  const [isPointed, setPointed] = useState(false);
  const state = useListState({
    rows,
    scope: JSON.stringify(askedOf(search)),
    maySelect,
    onNear: more,
    onOpen: (ticketId) => void navigate({ to: "/tickets/$ticketId", params: { ticketId } }),
  });
  const { ids, clear } = state.selection;
  usePrefetch(bulkBar);
  const [keptKey, keepKey] = useState<string | null>(null);
  const forgetKey = useCallback(() => keepKey(null), []);
  const isDimmed = useDimmed(list.isPlaceholderData);
  const live = useLiveList(search, isPointed || ids.size > 0);
  const isNarrow = useIsNarrow();
  const held = useHeldMails();

  const hasDue = isDueShown(rows[0]);
  const signs = (
    <>
      {held ? <HeldMails count={held} /> : null}
      {hasDue && (
        <dueChips.Part
          query={queryOf(changeSearch(search, { sla: undefined }))}
          shown={search.sla}
          onChange={(part) => show(changeSearch(search, part))}
          fallback={<span className="due-chips" />}
        />
      )}
    </>
  );

  return (
    <>
      <PageHead
        title={name}
        count={isGone ? 0 : total}
        isMore={isMore}
        beside={!isNarrow && signs}
        actions={mayCreateTicket(actor) && <NewTicket />}
      />
      {isNarrow && (held || hasDue) && <div className="flex-row wrap">{signs}</div>}
      <ListToolbar search={search} firstRow={rows[0]} total={total} onChange={show} onOpenView={tell} />
      <InfixNotice words={inside} />
      <NewTicketsBar count={live.newAbove} onShow={live.showNew} />
      {isGone ? (
        <goneView.Part gone={open?.gone ?? []} search={search} onShow={show} />
      ) : (
        <Card className={cx(isDimmed && "is-old")}>
          <ListBody
            list={list}
            rows={rows}
            search={search}
            state={state}
            maySelect={maySelect}
            onShow={show}
            onPointed={setPointed}
          />
        </Card>
      )}
      {maySelect && !isGone && ids.size > 0 && (
        <bulkBar.Part
          fallback={<SelectionKeys onKey={keepKey} />}
          rows={rows.filter((row) => ids.has(row.id))}
          firstKey={keptKey}
          onFirstKey={forgetKey}
          onClear={clear}
        />
      )}
    </>
  );
}

/** The way to held mail, for those who decide on it, while some waits. */
function HeldMails({ count }: { count: number }) {
  return (
    <Link to="/incoming" className="badge warning">
      {LIST_MESSAGES.heldMails(countText(count))}
    </Link>
  );
}

function NewTicket() {
  return (
    <ButtonLink to="/tickets/new" look="primary" icon={<Plus className="icon" />} keys={["C"]}>
      {LIST_MESSAGES.newTicket}
    </ButtonLink>
  );
}

/** Explains hits that contain the search inside a word; nothing if there are none. */
function InfixNotice({ words }: { words: readonly string[] }) {
  if (words.length === 0) return null;
  return (
    <p className="hint" role="status">
      {LIST_MESSAGES.foundInside(words)}
    </p>
  );
}

/** Tickets that came while the list was held still; a click shows them. */
function NewTicketsBar({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <div className="new-tickets-bar" role="status">
      {count > 0 && (
        <Button look="primary" size="small" icon={<ArrowUp className="icon" />} onClick={onShow}>
          {LIST_MESSAGES.newAbove(count)}
        </Button>
      )}
    </div>
  );
}

/** Stands in for the selection bar while its code is loading, and holds one of its keys for it. */
function SelectionKeys({ onKey }: { onKey: (key: string) => void }): null {
  useHotkey("a", () => onKey("a"));
  useHotkey("s", () => onKey("s"));
  useHotkey("p", () => onKey("p"));
  useHotkey("t", () => onKey("t"));
  useHotkey("h", () => onKey("h"));
  useHotkey("m", () => onKey("m"));
  useHotkey(";", () => onKey(";"));
  return null;
}
