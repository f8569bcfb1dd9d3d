import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Pencil } from "lucide-react";
import { mayAssignTicket, mayEditTicket } from "#contract/access/tickets.ts";
import { failureWords } from "../lib/api-error.ts";
import { useActor } from "../lib/session-state.ts";
import { LIST_WORDS } from "../tickets/words.ts";
import { Person } from "../ui/avatar.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { PriorityBadge } from "../ui/priority-badge.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { AssignAgent } from "./assign-agent.tsx";
import { type RecentTicket, recentTicketsQuery } from "./data.ts";
import { RecentFoot } from "./recent-foot.tsx";
import { RecentSkeleton } from "./recent-skeleton.tsx";
import { SubjectCell } from "./subject-cell.tsx";
import { RECENT_WORDS as W } from "./words.ts";

/** The newest tickets of the desk, with somebody to give the unassigned ones to. */
export function RecentTickets() {
  const recent = useQuery(recentTicketsQuery);
  const rows = recent.data?.items ?? [];
  return (
    <section className="card" aria-busy={recent.isPending}>
      <header className="chead line">
        <h2>{W.title}</h2>
      </header>
      {recent.isPending && <RecentSkeleton columns={6} />}
      {recent.isError && rows.length === 0 && (
        <ErrorState title={LIST_WORDS.failedToFetch} onRetry={() => void recent.refetch()}>
          {whyOf(recent.error)}
        </ErrorState>
      )}
      {recent.data && rows.length === 0 && <EmptyState small title={LIST_WORDS.empty} />}
      {rows.length > 0 && <Table rows={rows} />}
      {recent.data && rows.length > 0 && <RecentFoot shown={rows.length} total={recent.data.meta.total} />}
    </section>
  );
}

function whyOf(error: unknown): string | null {
  const words = failureWords(error);
  return words === LIST_WORDS.failedToFetch ? null : words;
}

function Table({ rows }: { rows: readonly RecentTicket[] }) {
  const { columns } = LIST_WORDS;
  return (
    <div className="tablewrap">
      <table className="tolist recent" role="table" aria-label={W.title}>
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
              {columns.assignee}
            </th>
            <th scope="col" className="c-upd">
              {columns.created}
            </th>
            <th scope="col" className="c-x">
              <span className="vh">{W.edit}</span>
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
  const actor = useActor();
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
        {row.assignee_id === null && mayAssignTicket(actor) ? (
          <AssignAgent row={row} />
        ) : (
          <Person name={row.assignee_fullname} empty={LIST_WORDS.unassigned} />
        )}
      </td>
      <td role="cell" className="c-upd">
        <RelativeTime at={row.created} />
      </td>
      <td role="cell" className="right c-x">
        {mayEditTicket(actor, row) && (
          <Link
            to="/tickets/$ticketId/edit"
            params={{ ticketId: row.id }}
            className="iconbtn"
            aria-label={W.editTicket(row.uid)}
            title={W.editTicket(row.uid)}
          >
            <Pencil className="i" />
          </Link>
        )}
      </td>
    </tr>
  );
}
