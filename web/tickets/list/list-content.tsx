import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { useMemo } from "react";
import { isExternal } from "#contract/access/actor.ts";
import { maySeeTags } from "#contract/access/tags.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { useIsNarrow } from "#web/lib/browser/media-query.ts";
import { countOf, type TicketList, type TicketRow } from "../data.ts";
import { isDueShown } from "../due-shown.ts";
import { ListFoot } from "./list-foot.tsx";
import { type ListSearch, sortedBy, withoutFilters } from "../list-search-params.ts";
import type { ListState } from "#web/lib/list/use-list-state.ts";
import { ListEmpty, ListFailed } from "./list-empty.tsx";
import { columnsOf } from "../table/columns.tsx";
import { SkeletonRows } from "../table/skeleton-rows.tsx";
import { TicketTable } from "../table/ticket-table.tsx";

type Props = {
  list: UseInfiniteQueryResult<TicketList, unknown>;
  rows: TicketRow[];
  search: ListSearch;
  state: ListState;
  maySelect: boolean;
  onShow: (next: ListSearch) => void;
  onPointed: (isPointed: boolean) => void;
};

/** The rows, or why there are none. */
export function ListBody({ list, rows, search, state, maySelect, onShow, onPointed }: Props) {
  const actor = useActor();
  const { total, isMore } = countOf(list);
  const withTags = maySeeTags(actor);
  const withDue = isDueShown(rows[0]);
  const isPhone = useIsNarrow();
  const { columns: chosen } = search;
  // The rows are drawn anew with other columns, and not with each change of the list.
  const columns = useMemo(
    () => columnsOf(isPhone ? {} : { columns: chosen }, withTags, withDue),
    [isPhone, chosen, withTags, withDue],
  );
  if (list.isError && rows.length === 0)
    return <ListFailed error={list.error} onRetry={() => void list.refetch()} />;
  if (list.isSuccess && rows.length === 0)
    return <ListEmpty search={search} onClear={() => onShow(withoutFilters(search))} />;
  return (
    <>
      <TicketTable
        search={search}
        rows={rows}
        isOld={list.isPlaceholderData}
        total={total}
        state={state}
        maySelect={maySelect}
        columns={columns}
        withCompany={!isExternal(actor) && !columns.includes("company")}
        onSort={(sort) => onShow(sortedBy(search, sort))}
        onPointed={onPointed}
      >
        {list.isPending && <SkeletonRows maySelect={maySelect} columns={columns} />}
      </TicketTable>
      <ListFoot
        shown={rows.length}
        total={total}
        isMore={isMore}
        isLoading={list.isFetchingNextPage || list.isPending || list.isPlaceholderData}
        isFirst={list.isPending}
        hasMore={list.hasNextPage}
        hasFailed={list.isFetchNextPageError}
        maySelect={maySelect}
        onMore={() => void list.fetchNextPage()}
      />
    </>
  );
}
