import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Pencil } from "lucide-react";
import { mayAssignTicket, mayEditTicket } from "#contract/access/tickets.ts";
import { useActor } from "../lib/session-state.ts";
import { LIST_WORDS } from "../tickets/words.ts";
import { Person } from "../ui/avatar.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { PriorityBadge } from "../ui/priority-badge.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { AssignAgent } from "./assign-agent.tsx";
import { type RecentTicket, recentTicketsQuery, whyNoTickets } from "./data.ts";
import { RecentFoot } from "./recent-foot.tsx";
import { RecentSkeleton } from "./recent-skeleton.tsx";
import { RecentTable } from "./recent-table.tsx";
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
      {recent.isError && !recent.data && (
        <ErrorState title={LIST_WORDS.failedToFetch} onRetry={() => void recent.refetch()}>
          {whyNoTickets(recent.error)}
        </ErrorState>
      )}
      {recent.data && rows.length === 0 && <EmptyState small title={LIST_WORDS.empty} />}
      {(recent.isPending || rows.length > 0) && (
        <>
          <RecentTable
            label={W.title}
            who={LIST_WORDS.columns.assignee}
            when={LIST_WORDS.columns.created}
            act={W.edit}
          >
            {recent.isPending ? <RecentSkeleton /> : rows.map((row) => <Row key={row.id} row={row} />)}
          </RecentTable>
          <RecentFoot shown={rows.length} total={recent.data?.meta.total} />
        </>
      )}
    </section>
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
