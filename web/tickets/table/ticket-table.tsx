import type { CSSProperties, ReactNode } from "react";
import type { ListColumn } from "#contract/views/list-columns.ts";
import { lazyLoad, useLate } from "#web/lib/loading/lazy-load.ts";
import { cx } from "#web/ui/class-names.ts";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { SortHead } from "#web/ui/table/sort-head.tsx";
import type { TicketRow as Row } from "../data.ts";
import { type ListSearch, orderInForce, type Sort } from "../list-search-params.ts";
import { useHeldRows } from "#web/lib/list/use-held-rows.ts";
import { undrawnStyle, useDrawnRows } from "#web/lib/list/use-drawn-rows.ts";
import type { ListState } from "#web/lib/list/use-list-state.ts";
import { COLUMN_CLASSES, sortOf } from "./columns.tsx";
import { PlainRows, type RowsProps } from "./ticket-rows.tsx";
import { LIST_MESSAGES } from "../messages.ts";

/** From so many rows on only those near the window are drawn. */
const MANY_ROWS = 100;

type Props = {
  search: ListSearch;
  rows: Row[];
  /** The rows are those of the search before. */
  isOld: boolean;
  total: number | undefined;
  state: ListState;
  maySelect: boolean;
  columns: readonly ListColumn[];
  withCompany: boolean;
  onSort: (sort: Sort) => void;
  /** Called when the pointer comes over the rows and when it leaves. */
  onPointed: (isPointed: boolean) => void;
  /** The skeleton while the first page is on its way. */
  children?: ReactNode;
};

/** The table of tickets: a list of cards on narrow windows, hence the roles that CSS would take away. */
export function TicketTable({ search, rows: newest, isOld, total, state, ...rest }: Props) {
  const [rows, onPointerDown] = useHeldRows(newest);
  const { maySelect, columns, withCompany, ...on } = rest;
  const isTrash = search.deleted === true;
  const drawn = useDrawnRows({ count: rows.length, scope: JSON.stringify(search), isOld });
  const rowsProps: RowsProps = { rows, state, maySelect, columns, withCompany, isTrash };
  const many = useLate(virtualRows, rows.length > MANY_ROWS / 2);
  return (
    <div className="table-frame">
      <table
        className={cx(
          "list-when-narrow ticket-list",
          search.columns && "has-columns",
          columns.includes("due") && "has-due",
          Boolean(on.children) && "is-loading",
        )}
        // The style's own name is none of React's.
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion
        style={{ "--columns": columns.length, ...undrawnStyle(rows.length - drawn) } as CSSProperties}
        role="table"
        aria-label={LIST_MESSAGES.title}
        aria-rowcount={total === undefined ? undefined : total + 1}
        aria-busy={isOld || Boolean(on.children) || undefined}
      >
        <Head
          search={search}
          rows={rows}
          state={state}
          maySelect={maySelect}
          columns={columns}
          onSort={on.onSort}
        />
        <tbody
          role="rowgroup"
          onPointerDown={onPointerDown}
          onPointerEnter={() => on.onPointed(true)}
          onPointerLeave={() => on.onPointed(false)}
        >
          {on.children ||
            (many && rows.length > MANY_ROWS ? (
              <many.VirtualRows {...rowsProps} />
            ) : (
              <PlainRows {...rowsProps} drawn={drawn} />
            ))}
        </tbody>
      </table>
    </div>
  );
}

/**
 * The component for many rows, fetched when the list begins to grow. Not with Suspense, which delays a drawn change by
 * up to 300 ms: scrolling meanwhile would jump back to the position before. Without it all rows are drawn.
 */
const virtualRows = lazyLoad(() => import("./virtual-rows.tsx"));

type HeadProps = Pick<Props, "search" | "rows" | "state" | "maySelect" | "columns" | "onSort">;

function Head({ search, rows, state: { selection }, maySelect, columns, onSort }: HeadProps) {
  const order = orderInForce(search);
  const isAll = rows.length > 0 && rows.every((row) => selection.ids.has(row.id));
  return (
    <thead role="rowgroup">
      <tr role="row">
        {maySelect && (
          <th scope="col" className="column-wide-only column-check">
            <Checkbox
              aria-label={LIST_MESSAGES.selectAll}
              checked={isAll}
              indeterminate={selection.ids.size > 0 && !isAll}
              disabled={rows.length === 0}
              onChange={() => selection.setAll(!isAll)}
            />
          </th>
        )}
        {(["uid", "subject", ...columns] as const).map((column) => {
          const sort = sortOf(column);
          return sort ? (
            <SortHead
              key={column}
              className={COLUMN_CLASSES[column]}
              order={order.sort === sort ? order.order : null}
              onSort={() => onSort(sort)}
            >
              {LIST_MESSAGES.columns[column]}
            </SortHead>
          ) : (
            <th key={column} scope="col" className={COLUMN_CLASSES[column]}>
              {LIST_MESSAGES.columns[column]}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
