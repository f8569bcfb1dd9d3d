import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { mayCreateTicket } from "#contract/access/tickets.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { lazyPart } from "#web/lib/loading/lazy-part.tsx";
import { isDueShown } from "#web/tickets/due-shown.ts";
import { LIST_MESSAGES } from "#web/tickets/messages.ts";
import { ButtonLink } from "#web/ui/form/button-link.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { DateText } from "#web/ui/relative-time.tsx";
import { type RecentTicket, ticketsFailureReason } from "../data.ts";
import { RecentRow } from "../recent/recent-row.tsx";
import { RecentTable } from "../recent/recent-table.tsx";
import { CLIENT_MESSAGES as W } from "../messages.ts";

const dueCell = lazyPart(
  () => import("#web/sla/due-cell.tsx"),
  (module) => module.DueCell,
  { isOptional: true },
);

export function ClientTickets({ rows }: { rows: readonly RecentTicket[] }) {
  const withDue = isDueShown(rows[0]);
  return (
    <RecentCard>
      {rows.length === 0 ? (
        <NoTickets />
      ) : (
        <RecentTable
          className="client"
          label={W.recent}
          who={W.assignedTo}
          when={W.lastUpdated}
          withDue={withDue}
        >
          {rows.map((row) => (
            <RecentRow
              key={row.id}
              row={row}
              due={withDue ? row.due_state && <dueCell.Part row={row} /> : undefined}
              when={<DateText at={row.updated} />}
            />
          ))}
        </RecentTable>
      )}
    </RecentCard>
  );
}

/** In the place of the tickets, so that the page keeps its shape. */
export function ClientTicketsFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <RecentCard>
      <ErrorState title={LIST_MESSAGES.failedToFetch} onRetry={onRetry}>
        {ticketsFailureReason(error)}
      </ErrorState>
    </RecentCard>
  );
}

function RecentCard({ children }: { children: ReactNode }) {
  return (
    <section className="card">
      <header className="card-head line">
        <h2>{W.recent}</h2>
      </header>
      {children}
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
          <ButtonLink to="/tickets/new" look="primary" icon={<Plus className="icon" />}>
            {W.createTicket}
          </ButtonLink>
        )
      }
    >
      <p>{W.emptyHint}</p>
    </EmptyState>
  );
}
