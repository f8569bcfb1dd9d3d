import { type InfiniteData, keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { type QueryKey, sortedBy } from "#contract/query-keys.ts";
import { type Order, sortRows, type Sorting } from "./sort-rows.ts";

type Page<Row> = { rows: Row[]; meta: { total: number; page: number; pages: number } };
type Ask<Column> = { page: number; sort?: Column; order?: Order; signal?: AbortSignal };
type Spec<Row, Column extends string> = {
  /** The list's name in the cache with what is asked for, but for the order. */
  key: QueryKey;
  fetchPage: (ask: Ask<Column>) => Promise<Page<Row>>;
  sorting: Sorting<Column>;
  /** The order in which the server answers unasked. */
  usual: Sorting<Column>;
  /** The sort key of a column in a row, for sorting in the browser; null for an empty cell. */
  cell: (row: Row, column: Column) => string | number | null;
  name: (row: Row) => string;
};

/** The rows on one page of a directory (rule 296). */
export const DIRECTORY_PAGE = 100;

/**
 * A list that sorts here while all its rows are loaded, and on the server once there are more than one page of them:
 * then a sorted page would not be the first page of the sorted list (rule 105).
 */
export function useDirectory<Row extends { id: string }, Column extends string>(spec: Spec<Row, Column>) {
  const { sorting, usual } = spec;
  const plain = useInfiniteQuery(pagesQuery(spec, null));
  const isWhole = (plain.data?.pages[0]?.meta.pages ?? 1) <= 1;
  const isUsual = sorting.sort === usual.sort && sorting.order === usual.order;
  const needsServer = !isWhole && !isUsual;
  const ordered = useInfiniteQuery({ ...pagesQuery(spec, sorting), enabled: needsServer });
  const list = needsServer ? ordered : plain;
  const rows = rowsOf(list.data);
  return {
    list,
    rows: isWhole
      ? sortRows(rows, sorting.order, { key: (row) => spec.cell(row, sorting.sort), name: spec.name })
      : rows,
    total: list.isPlaceholderData ? undefined : list.data?.pages[0]?.meta.total,
  };
}

function pagesQuery<Row, Column extends string>(
  { key, fetchPage }: Spec<Row, Column>,
  sorting: Sorting<Column> | null,
) {
  return {
    queryKey: sortedBy(key, sorting),
    queryFn: ({ pageParam, signal }: { pageParam: number; signal: AbortSignal }) =>
      fetchPage({ page: pageParam, ...sorting, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }: Page<Row>) => (meta.page < meta.pages ? meta.page + 1 : undefined),
    // Another search or order: the rows on the screen stay until those of the new one are there.
    placeholderData: keepPreviousData<InfiniteData<Page<Row>, number>>,
  };
}

/** Each row once: one that moved between two pages may come twice. */
function rowsOf<Row extends { id: string }>(data: InfiniteData<Page<Row>> | undefined): Row[] {
  return [...new Map(data?.pages.flatMap((page) => page.rows).map((row) => [row.id, row])).values()];
}
