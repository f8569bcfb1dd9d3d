import { Plus } from "lucide-react";
import { mayCreateTicket } from "#contract/access/tickets.ts";
import { useActor } from "../lib/session-state.ts";
import { LIST_WORDS } from "../tickets/words.ts";
import { Person } from "../ui/avatar.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { PriorityBadge } from "../ui/priority-badge.tsx";
import { DateText } from "../ui/relative-time.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import type { RecentTicket } from "./data.ts";
import { SubjectCell } from "./subject-cell.tsx";
import { CLIENT_WORDS as W } from "./words.ts";

export function ClientTickets({ rows }: { rows: readonly RecentTicket[] }) {
  return (
    <section className="card">
      <header className="chead line">
        <h2>{W.recent}</h2>
      </header>
      {rows.length === 0 ? <NoTickets /> : <Table rows={rows} />}
    </section>
  );
}

function NoTickets() {
  const may = mayCreateTicket(useActor());
  return (
    <EmptyState
      title={W.empty}
      actions={
        may && (
          <ButtonLink to="/tickets/new" look="primary" icon={<Plus className="i" />}>
            {W.createTicket}
          </ButtonLink>
        )
      }
    >
      <p>{W.emptyHint}</p>
    </EmptyState>
  );
}

function Table({ rows }: { rows: readonly RecentTicket[] }) {
  const { columns } = LIST_WORDS;
  return (
    <div className="tablewrap">
      <table className="tolist recent client" role="table" aria-label={W.recent}>
        <thead role="rowgroup">
          <tr role="row">
            <th scope="col" className="c-uid">
              {columns.uid}
            </th>
            <th scope="col">{columns.subject}</th>
            <th scope="col" className="c-st">
              {columns.status}
            </th>
            <th scope="col" className="c-pr">
              {columns.priority}
            </th>
            <th scope="col" className="c-as">
              {W.assignedTo}
            </th>
            <th scope="col" className="c-upd">
              {W.lastUpdated}
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ row }: { row: RecentTicket }) {
  return (
    <tr role="row">
      <td role="cell" className="c-uid">
        <span className="uid mono">{row.uid}</span>
      </td>
      <SubjectCell row={row} />
      <td role="cell" className="c-st">
        <StatusBadge status={row.status} />
      </td>
      <td role="cell" className="c-pr">
        <PriorityBadge priority={row.priority} />
      </td>
      <td role="cell" className="c-as">
        <Person name={row.assignee_fullname} empty={LIST_WORDS.unassigned} />
      </td>
      <td role="cell" className="c-upd">
        <DateText at={row.updated} />
      </td>
    </tr>
  );
}
