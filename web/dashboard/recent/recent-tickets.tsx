import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Pencil } from "lucide-react";
import { mayAssignTicket, mayEditTicket } from "#contract/access/tickets.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { LIST_MESSAGES } from "#web/tickets/messages.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { AssignAgent } from "./assign-agent.tsx";
import { type RecentTicket, recentTicketsQuery, ticketsFailureReason } from "../data.ts";
import { RecentFoot } from "./recent-foot.tsx";
import { RecentRow } from "./recent-row.tsx";
import { RecentSkeleton } from "./recent-skeleton.tsx";
import { RecentTable } from "./recent-table.tsx";
import { RECENT_MESSAGES as W } from "../messages.ts";

/** The newest tickets of the desk, with somebody to give the unassigned ones to. */
export function RecentTickets() {
  const recent = useQuery(recentTicketsQuery);
  const rows = recent.data?.items ?? [];
  return (
    <section className="card" aria-busy={recent.isPending}>
      <header className="card-head line">
        <h2>{W.title}</h2>
      </header>
      {recent.isError && !recent.data && (
        <ErrorState title={LIST_MESSAGES.failedToFetch} onRetry={() => void recent.refetch()}>
          {ticketsFailureReason(recent.error)}
        </ErrorState>
      )}
      {recent.data && rows.length === 0 && <EmptyState small title={LIST_MESSAGES.empty} />}
      {(recent.isPending || rows.length > 0) && (
        <>
          <RecentTable
            label={W.title}
            who={LIST_MESSAGES.columns.assignee}
            when={LIST_MESSAGES.columns.created}
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
  const isWaiting = row.assignee_id === null && mayAssignTicket(actor);
  return (
    <RecentRow
      row={row}
      who={isWaiting ? <AssignAgent row={row} /> : undefined}
      when={<RelativeTime at={row.created} />}
    >
      <td role="cell" className="right column-actions">
        {mayEditTicket(actor, row) && (
          <Link
            to="/tickets/$ticketId/edit"
            params={{ ticketId: row.id }}
            className="icon-button"
            aria-label={W.editTicket(row.uid)}
            title={W.editTicket(row.uid)}
          >
            <Pencil className="icon" />
          </Link>
        )}
      </td>
    </RecentRow>
  );
}
