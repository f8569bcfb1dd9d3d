import type { ReactNode } from "react";
import { StateCells } from "#web/tickets/table/status-cells.tsx";
import { LIST_MESSAGES } from "#web/tickets/messages.ts";
import { Person } from "#web/ui/avatar.tsx";
import type { RecentTicket } from "../data.ts";
import { SubjectCell } from "./subject-cell.tsx";

type Props = {
  row: RecentTicket;
  /** Replaces the assignee's name. */
  who?: ReactNode;
  when: ReactNode;
  /** Where the table has such a column. */
  due?: ReactNode;
  /** A last cell of buttons. */
  children?: ReactNode;
};

/** A line of either table of recent tickets. */
export function RecentRow({ row, who, when, due, children }: Props) {
  return (
    <tr role="row">
      <td role="cell" className="column-number">
        <span className="ticket-number monospace">{row.uid}</span>
      </td>
      <SubjectCell row={row} />
      <StateCells
        row={row}
        who={who ?? <Person name={row.assignee_fullname} empty={LIST_MESSAGES.unassigned} />}
      />
      {due !== undefined && (
        <td role="cell" className="column-due column-updated">
          {due}
        </td>
      )}
      <td role="cell" className="column-updated">
        {when}
      </td>
      {children}
    </tr>
  );
}
