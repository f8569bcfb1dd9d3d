import { useNavigate } from "@tanstack/react-router";
import type { ListColumn } from "#contract/views/list-columns.ts";
import { memo, type MouseEvent, useEffect, useRef } from "react";
import { Avatar } from "#web/ui/avatar.tsx";
import { isPlainClick } from "#web/lib/browser/platform.ts";
import { lazyPart } from "#web/lib/loading/lazy-part.tsx";
import { cx } from "#web/ui/class-names.ts";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import type { TicketRow as Row } from "../data.ts";
import { rememberOpened } from "#web/lib/list/use-keyboard-cursor.ts";
import { usePreload } from "../preload-ticket.ts";
import { Cell } from "./columns.tsx";
import { LIST_MESSAGES } from "../messages.ts";

/** Few rows have signs: their code comes with the first one. */
const rowSigns = lazyPart(
  () => import("./row-signs.tsx"),
  (module) => module.RowSigns,
  { isOptional: true },
);

type Props = {
  row: Row;
  /** Its place in the list, from 0. */
  index: number;
  maySelect: boolean;
  columns: readonly ListColumn[];
  withCompany: boolean;
  isTrash: boolean;
  isCursor: boolean;
  takesFocus: boolean;
  isSelected: boolean;
  onToggle: (id: string, isRange: boolean) => void;
  onPoint: (id: string) => void;
  measure?: (element: HTMLTableRowElement | null) => void;
};

/** One ticket: a line of the table, a card on narrow windows. A key or a step of a scroll draws only the rows that it changes. */
export const TicketRow = memo(function TicketRow({ measure, ...props }: Props) {
  const { row, index, isCursor, isSelected } = props;
  return (
    <tr
      ref={measure}
      role="row"
      data-index={index}
      // The head is the first row.
      aria-rowindex={index + 2}
      className={cx(
        isCursor && "is-cursor",
        isSelected && "is-selected",
        row.unread && "is-unread",
        props.isTrash && "is-deleted",
      )}
    >
      {props.maySelect && <CheckCell {...props} />}
      <td role="cell" className="column-number">
        <TicketLink row={row} className="ticket-number monospace" />
      </td>
      <SubjectCell {...props} />
      {props.columns.map((column) => (
        <Cell key={column} column={column} row={row} />
      ))}
    </tr>
  );
});

type CellProps = Omit<Props, "measure">;

function CheckCell({ row, isSelected, onToggle }: CellProps) {
  return (
    <td role="cell" className="column-wide-only column-check">
      <Checkbox
        aria-label={LIST_MESSAGES.select(row.uid)}
        checked={isSelected}
        // The change event does not know of Shift; the click, which keys cause as well, does.
        onChange={() => {}}
        onClick={(event) => onToggle(row.id, event.shiftKey)}
      />
    </td>
  );
}

function SubjectCell({ row, columns, withCompany, takesFocus, onPoint }: CellProps) {
  const cell = useRef<HTMLTableCellElement>(null);
  useEffect(() => {
    if (!takesFocus || !cell.current) return;
    cell.current.querySelector<HTMLElement>("a")?.focus({ preventScroll: true });
    cell.current.closest("tr")?.scrollIntoView({ block: "nearest" });
  }, [takesFocus]);
  const company = withCompany ? row.company_name : null;
  return (
    <td role="cell" className="column-subject" ref={cell}>
      <span className="subject-line">
        {company && (
          <span className="company-chip" title={company}>
            <Avatar name={company} size="small" square />
          </span>
        )}
        <TicketLink row={row} className="strong" onPoint={onPoint} />
        {company && <span className="company-name">{company}</span>}
        {hasSigns(row) && (
          <rowSigns.Part
            fallback={<span className="row-signs" />}
            row={row}
            withDate={!columns.includes("follow_up")}
          />
        )}
      </span>
    </td>
  );
}

type LinkProps = { row: Row; className: string; onPoint?: (id: string) => void };

/** Not the router's own link, which looks at every change of the address whether it leads there: a list has a hundred. */
function TicketLink({ row, className, onPoint }: LinkProps) {
  const preload = usePreload(row.id);
  const navigate = useNavigate();
  const isSubject = className === "strong";
  function onClick(event: MouseEvent) {
    rememberOpened(row.id);
    onPoint?.(row.id);
    if (!isPlainClick(event)) return;
    event.preventDefault();
    void navigate({ to: "/tickets/$ticketId", params: { ticketId: row.id } });
  }
  return (
    <a
      href={`/tickets/${row.id}`}
      className={className}
      title={isSubject ? row.subject : undefined}
      {...preload}
      onClick={onClick}
    >
      {isSubject ? row.subject : row.uid}
      {isSubject && row.unread && <span className="visually-hidden">, {LIST_MESSAGES.unread}</span>}
    </a>
  );
}

function hasSigns({
  checklist,
  follow_up_at,
  follow_up_due_at,
  has_draft,
  parent,
  open_reporters,
}: Row): boolean {
  return [checklist, follow_up_at, follow_up_due_at, has_draft, parent, open_reporters].some(Boolean);
}
