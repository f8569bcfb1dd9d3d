import type { ListColumn } from "#contract/views/list-columns.ts";
import type { TicketRow as Row } from "../data.ts";
import type { ListState } from "#web/lib/list/use-list-state.ts";
import { drawnHeights, useCachedHeights } from "./row-heights.ts";
import { TicketRow } from "./ticket-row.tsx";

export type RowsProps = {
  rows: Row[];
  state: ListState;
  maySelect: boolean;
  columns: readonly ListColumn[];
  withCompany: boolean;
  isTrash: boolean;
};

export function PlainRows({ rows, drawn, ...rest }: RowsProps & { drawn: number }) {
  // On coming back the rows may be drawn otherwise.
  useCachedHeights(rows, drawnHeights);
  return rows
    .slice(0, drawn)
    .map((row, index) => <TicketRowWithState key={row.id} row={row} index={index} {...rest} />);
}

type OneProps = Omit<RowsProps, "rows"> & {
  row: Row;
  index: number;
  measure?: (element: HTMLTableRowElement | null) => void;
};

/** A row with its share of the list's state. */
export function TicketRowWithState({ row, index, state: { cursor, selection }, measure, ...rest }: OneProps) {
  const isCursor = cursor.id === row.id;
  return (
    <TicketRow
      {...rest}
      row={row}
      index={index}
      isCursor={isCursor}
      takesFocus={isCursor && cursor.isByKey}
      isSelected={selection.ids.has(row.id)}
      onToggle={selection.toggle}
      onPoint={cursor.point}
      measure={measure}
    />
  );
}
