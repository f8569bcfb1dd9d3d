import {
  type ListColumn,
  knownColumns,
  LIST_COLUMNS,
  USUAL_COLUMNS,
  USUAL_COLUMNS_WITH_DUE,
} from "#contract/views/list-columns.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { PopoverWindow } from "#web/ui/overlay/popover-window.tsx";
import { VIEW_MESSAGES } from "./messages.ts";

type Props = {
  names: Readonly<Record<ListColumn, string>>;
  withDue: boolean;
  /** As the address has them; undefined for the usual ones. */
  columns: string | undefined;
  onChange: (columns: string | undefined) => void;
  open: boolean;
  anchor: HTMLElement;
  onClose: () => void;
};

/** Chooses the columns of the list; the last one stays. */
export function ColumnsWindow({ names, withDue, columns, onChange, open, anchor, onClose }: Props) {
  const usual = withDue ? USUAL_COLUMNS_WITH_DUE : USUAL_COLUMNS;
  const offered = LIST_COLUMNS.filter((column) => withDue || column !== "due");
  const shown = columns === undefined ? usual : knownColumns(columns.split(","));
  function toggle(column: ListColumn, isOn: boolean) {
    const next = LIST_COLUMNS.filter((one) => (one === column ? isOn : shown.includes(one))).join(",");
    onChange(next === usual.join(",") ? undefined : next);
  }
  return (
    <PopoverWindow
      open={open}
      anchor={anchor}
      label={VIEW_MESSAGES.columns}
      className="more-filters"
      onClose={onClose}
    >
      {offered.map((column) => (
        <Checkbox
          key={column}
          label={names[column]}
          checked={shown.includes(column)}
          disabled={shown.length === 1 && shown.includes(column)}
          onChange={(event) => toggle(column, event.target.checked)}
        />
      ))}
      <p className="hint">{VIEW_MESSAGES.columnsHint}</p>
      <Button look="ghost" size="small" disabled={columns === undefined} onClick={() => onChange(undefined)}>
        {VIEW_MESSAGES.usualColumns}
      </Button>
    </PopoverWindow>
  );
}
