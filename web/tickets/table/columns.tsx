import type { ReactNode } from "react";
import { type ListColumn, USUAL_COLUMNS, USUAL_COLUMNS_WITH_DUE } from "#contract/views/list-columns.ts";
import { lazyPart } from "#web/lib/loading/lazy-part.tsx";
import { Person } from "#web/ui/avatar.tsx";
import { PriorityBadge } from "#web/ui/priority-badge.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import type { TicketRow } from "../data.ts";
import { type ListSearch, type Sort, columnsIn, SORTS } from "../list-search-params.ts";
import { LIST_MESSAGES } from "../messages.ts";

/** The columns after ID and subject: those of the address, else the usual ones. Tags and follow-ups are there for staff alone. */
export function columnsOf(search: ListSearch, withTags: boolean, withDue: boolean): ListColumn[] {
  return (columnsIn(search) ?? (withDue ? USUAL_COLUMNS_WITH_DUE : USUAL_COLUMNS)).filter(
    (column) => (withTags || !OF_STAFF.includes(column)) && (withDue || column !== "due"),
  );
}

const OF_STAFF: readonly ListColumn[] = ["tags", "follow_up"];

const followUpCell = lazyPart(
  () => import("./row-signs.tsx"),
  (module) => module.FollowUpSign,
  { isOptional: true },
);

const dueCell = lazyPart(
  () => import("#web/sla/due-cell.tsx"),
  (module) => module.DueCell,
  { isOptional: true },
);

export function sortOf(column: string): Sort | undefined {
  return SORTS.find((sort) => sort === column);
}

/** Cards leave out what is for wide windows only. */
export const COLUMN_CLASSES: Record<ListColumn | "uid" | "subject", string> = {
  uid: "column-number",
  subject: "column-subject",
  status: "column-status",
  priority: "column-priority",
  assignee: "column-assignee",
  company: "column-wide-only column-name",
  client: "column-wide-only column-name",
  team: "column-wide-only column-name",
  tags: "column-wide-only column-tags",
  follow_up: "column-wide-only column-name",
  due: "column-due column-updated",
  created: "column-wide-only column-created",
  updated: "column-updated",
};

/** Chips that stand in a row; the rest is counted. */
const SHOWN_TAGS = 2;

const CELLS: Record<ListColumn, (row: TicketRow) => ReactNode> = {
  status: ({ status }) => <StatusBadge status={status} />,
  priority: ({ priority }) => <PriorityBadge priority={priority} />,
  assignee: (row) => <Person name={row.assignee_fullname} empty={LIST_MESSAGES.unassigned} />,
  company: (row) => row.company_name,
  client: (row) => row.client_fullname,
  team: (row) => row.group_name,
  tags: ({ tags = [] }) => (
    <span className="tag-line">
      {tags.slice(0, SHOWN_TAGS).map((name) => (
        <span key={name} className="tag-chip">
          <span className="truncate">{name}</span>
        </span>
      ))}
      {tags.length > SHOWN_TAGS && <span className="subtle text-tiny">+{tags.length - SHOWN_TAGS}</span>}
    </span>
  ),
  follow_up: (row) => <followUpCell.Part row={row} />,
  due: (row) => row.due_state && <dueCell.Part row={row} />,
  created: ({ created }) => <RelativeTime at={created} />,
  updated: ({ updated }) => <RelativeTime at={updated} />,
};

export function Cell({ column, row }: { column: ListColumn; row: TicketRow }) {
  const content = CELLS[column](row);
  const words = column === "tags" ? row.tags?.join(", ") : content;
  return (
    <td role="cell" className={COLUMN_CLASSES[column]} title={typeof words === "string" ? words : undefined}>
      {content}
    </td>
  );
}
