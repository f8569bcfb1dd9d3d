import { Fragment, type ReactNode } from "react";
import { lazyLoad, useLate } from "#web/lib/loading/lazy-load.ts";
import { cx } from "#web/ui/class-names.ts";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { SortHead } from "#web/ui/table/sort-head.tsx";
import type { TicketRow as Row } from "../data.ts";
import { type ListSearch, orderInForce, type Sort, SORTS } from "../list-search-params.ts";
import type { ListState } from "#web/lib/list/use-list-state.ts";
import { PlainRows, type RowsProps } from "./ticket-rows.tsx";
import { LIST_MESSAGES } from "../messages.ts";

/** From so many rows on only those near the window are drawn. */
const MANY_ROWS = 100;

type Props = {
  search: ListSearch;
  rows: Row[];
  total: number | undefined;
  state: ListState;
  maySelect: boolean;
  withCompany: boolean;
  withTags: boolean;
  onSort: (sort: Sort) => void;
  /** Called when the pointer comes over the rows and when it leaves. */
  onPointed: (isPointed: boolean) => void;
  /** The skeleton while the first page is on its way. */
  children?: ReactNode;
};

/** The table of tickets: a list of cards on narrow windows, hence the roles that CSS would take away. */
export function TicketTable({ search, rows, total, state, maySelect, withCompany, withTags, ...on }: Props) {
  const rowsProps: RowsProps = { rows, state, maySelect, withCompany, isTrash: search.deleted === true };
  const many = useLate(virtualRows, rows.length > MANY_ROWS / 2);
  return (
    <div className="table-frame">
      <table
        className={cx("list-when-narrow ticket-list", Boolean(on.children) && "is-loading")}
        role="table"
        aria-label={LIST_MESSAGES.title}
        aria-rowcount={total === undefined ? undefined : total + 1}
        aria-busy={on.children ? true : undefined}
      >
        <Head
          search={search}
          rows={rows}
          state={state}
          maySelect={maySelect}
          withTags={withTags}
          onSort={on.onSort}
        />
        <tbody
          role="rowgroup"
          onPointerEnter={() => on.onPointed(true)}
          onPointerLeave={() => on.onPointed(false)}
        >
          {on.children ||
            (many && rows.length > MANY_ROWS ? (
              <many.VirtualRows {...rowsProps} />
            ) : (
              <PlainRows {...rowsProps} />
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

type HeadProps = Pick<Props, "search" | "rows" | "state" | "maySelect" | "withTags" | "onSort">;

function Head({ search, rows, state: { selection }, maySelect, withTags, onSort }: HeadProps) {
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
        {SORTS.map((sort) => (
          <Fragment key={sort}>
            {/* Before the times, as in the rows. */}
            {sort === "created" && withTags && (
              <th scope="col" className="column-wide-only column-tags">
                {LIST_MESSAGES.columns.tags}
              </th>
            )}
            <SortHead
              className={COLUMN_CLASSES[sort]}
              order={order.sort === sort ? order.order : null}
              onSort={() => onSort(sort)}
            >
              {LIST_MESSAGES.columns[sort]}
            </SortHead>
          </Fragment>
        ))}
      </tr>
    </thead>
  );
}

export const COLUMN_CLASSES: Record<Sort, string> = {
  uid: "column-number",
  subject: "column-subject",
  status: "column-status",
  priority: "column-priority",
  assignee: "column-assignee",
  created: "column-wide-only column-created",
  updated: "column-updated",
};
