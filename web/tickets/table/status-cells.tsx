import type { ReactNode } from "react";
import { PriorityBadge } from "#web/ui/priority-badge.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import type { TicketRow } from "../data.ts";

type Props = { row: Pick<TicketRow, "status" | "priority">; who: ReactNode };

/** The cells of status, priority and assignee, which every table of tickets has. */
export function StateCells({ row, who }: Props) {
  return (
    <>
      <td role="cell" className="column-status">
        <StatusBadge status={row.status} />
      </td>
      <td role="cell" className="column-priority">
        <PriorityBadge priority={row.priority} />
      </td>
      <td role="cell" className="column-assignee">
        {who}
      </td>
    </>
  );
}
