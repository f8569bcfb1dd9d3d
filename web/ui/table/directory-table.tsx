import type { ReactNode } from "react";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { countText } from "#web/lib/format.ts";
import { nextSorting, type Sorting } from "#web/lib/directory/sort-rows.ts";
import { useDimmed } from "#web/lib/list/use-dimmed.ts";
import { undrawnStyle, useDrawnRows } from "#web/lib/list/use-drawn-rows.ts";
import { Button } from "../button.tsx";
import { cx } from "../class-names.ts";
import { DIRECTORY_MESSAGES } from "./directory-messages.ts";
import { ErrorState } from "../feedback/error-state.tsx";
import { MoreRows } from "./more-rows.tsx";
import { Skeleton } from "../skeleton.tsx";
import { SortHead } from "./sort-head.tsx";
import { Spinner } from "../spinner.tsx";
import { UI_MESSAGES } from "../messages.ts";

export type Column<Row, Id extends string> = {
  id: Id | "actions";
  label: string;
  /** May use cqw, of the table's own width: the sidebar makes it narrower than the window says. */
  width?: string;
  isRight?: boolean;
  /** Its place in the narrow layout: below the name, at the right, or nowhere. */
  place?: "column-below" | "column-status" | "column-actions" | "column-wide-only";
  cell: (row: Row) => ReactNode;
  title?: (row: Row) => string | undefined;
};

type List = {
  isPending: boolean;
  isError: boolean;
  error: unknown;
  isPlaceholderData: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  refetch: () => unknown;
  fetchNextPage: () => unknown;
};

type Props<Row, Id extends string> = {
  label: string;
  columns: readonly Column<Row, Id>[];
  rows: readonly Row[];
  list: List;
  total: number | undefined;
  sorting: Sorting<Id>;
  onSort: (sorting: Sorting<Id>) => void;
  isDeleted: (row: Row) => boolean;
  rowHeight?: string;
  /** The sentence while the first rows are on their way, and the one when they do not come. */
  messages: { loading: string; failed: string };
  empty: ReactNode;
};

/**
 * A table of people or companies with its four states. On narrow windows CSS makes a list of it, hence the roles that
 * some browsers would otherwise drop.
 */
export function DirectoryTable<Row extends { id: string }, Id extends string>(props: Props<Row, Id>) {
  const { list, rows, columns, isDeleted, messages } = props;
  const drawn = useDrawnRows({ count: rows.length, scope: props.label });
  const isDimmed = useDimmed(list.isPlaceholderData);
  if (list.isError && rows.length === 0) {
    const why = failureMessage(list.error, messages.failed);
    return (
      <ErrorState title={messages.failed} onRetry={() => void list.refetch()}>
        {why === messages.failed ? undefined : why}
      </ErrorState>
    );
  }
  if (!list.isPending && rows.length === 0) return props.empty;
  return (
    <>
      <div className={cx("table-frame directory-frame", isDimmed && "is-old")}>
        <table
          className="directory"
          role="table"
          aria-label={props.label}
          aria-busy={list.isPending || list.isPlaceholderData || undefined}
          style={{ ...heightOf(props.rowHeight), ...undrawnStyle(rows.length - drawn) }}
        >
          <Head {...props} />
          <tbody role="rowgroup">
            {list.isPending ? (
              <SkeletonRows {...props} />
            ) : (
              rows
                .slice(0, drawn)
                .map((row) => <RowOf key={row.id} row={row} columns={columns} isDeleted={isDeleted} />)
            )}
          </tbody>
        </table>
      </div>
      {list.isPending && (
        <footer className="card-foot">
          <span className="flex-row" role="status">
            <Spinner />
            {messages.loading}
          </span>
        </footer>
      )}
      {list.hasNextPage && (
        <MoreRowsFoot list={list} shown={rows.length} total={props.total ?? rows.length} />
      )}
    </>
  );
}

/** More comes by itself; the button is for the keyboard, which scrolls no further than the last row. */
function MoreRowsFoot({ list, shown, total }: { list: List; shown: number; total: number }) {
  const more = () => void list.fetchNextPage();
  return (
    <MoreRows
      status={DIRECTORY_MESSAGES.shown(countText(shown), countText(total))}
      failed={DIRECTORY_MESSAGES.moreFailed}
      isLoading={list.isFetchingNextPage}
      hasMore
      hasFailed={list.isFetchNextPageError}
      onMore={more}
    >
      {!list.isFetchNextPageError && (
        <span className="pager">
          <Button size="small" busy={list.isFetchingNextPage} busyLabel={UI_MESSAGES.loading} onClick={more}>
            {DIRECTORY_MESSAGES.more}
          </Button>
        </span>
      )}
    </MoreRows>
  );
}

function Head<Row extends { id: string }, Id extends string>({ columns, sorting, onSort }: Props<Row, Id>) {
  return (
    <thead role="rowgroup">
      <tr role="row">
        {columns.map(({ id, label, width, isRight }) => {
          const style = { width };
          return id === "actions" ? (
            <th key={id} scope="col" className="right" style={style}>
              {label}
            </th>
          ) : (
            <SortHead
              key={id}
              className={isRight ? "right" : undefined}
              style={style}
              order={sorting.sort === id ? sorting.order : null}
              onSort={() => onSort(nextSorting(sorting, id))}
            >
              {label}
            </SortHead>
          );
        })}
      </tr>
    </thead>
  );
}

type RowProps<Row, Id extends string> = Pick<Props<Row, Id>, "columns" | "isDeleted"> & { row: Row };

function RowOf<Row extends { id: string }, Id extends string>({
  row,
  columns,
  isDeleted,
}: RowProps<Row, Id>) {
  return (
    <tr role="row" className={isDeleted(row) ? "is-deleted" : undefined}>
      {columns.map((column) => (
        <td
          key={column.id}
          role="cell"
          className={cx(column.isRight && "right", column.place)}
          title={column.title?.(row)}
        >
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}

const WIDTHS = ["62%", "74%", "48%", "68%", "55%", "71%", "52%", "66%"];

function SkeletonRows<Row extends { id: string }, Id extends string>({ columns }: Props<Row, Id>) {
  return WIDTHS.map((width, index) => (
    <tr key={width} role="row">
      {columns.map((column) => (
        <td key={column.id} role="cell" className={cx(column.isRight && "right", column.place)}>
          <Skeleton
            width={column.id === "actions" ? "1rem" : (WIDTHS[(index * 3) % WIDTHS.length] ?? width)}
          />
        </td>
      ))}
    </tr>
  ));
}

/** Rows of two lines set the row height of the table's own style. */
function heightOf(rowHeight: string | undefined) {
  const style: Record<string, string> = rowHeight ? { "--row": rowHeight } : {};
  return style;
}
