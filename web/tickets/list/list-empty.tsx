import { Plus } from "lucide-react";
import { mayCreateTicket } from "#contract/access/tickets.ts";
import { LIMITS } from "#contract/limits.ts";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { useConfig } from "#web/lib/public-config.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { ButtonLink } from "#web/ui/form/button-link.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { hasFilter, type ListSearch } from "../list-search-params.ts";
import { LIST_MESSAGES } from "../messages.ts";

export function ListFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <ErrorState title={LIST_MESSAGES.failed} onRetry={onRetry}>
      {failureMessage(error)}
    </ErrorState>
  );
}

/** The hint speaks of filters only where one is set (rule 102). */
export function ListEmpty({ search, onClear }: { search: ListSearch; onClear: () => void }) {
  const mayCreate = mayCreateTicket(useActor()) && !search.deleted;
  const trashDays = useConfig()?.trash_days ?? LIMITS.trashDays;
  const isFiltered = hasFilter(search);
  return (
    <EmptyState
      title={LIST_MESSAGES.empty}
      actions={
        <>
          {isFiltered && <Button onClick={onClear}>{LIST_MESSAGES.clearFilters}</Button>}
          {mayCreate && (
            <ButtonLink to="/tickets/new" look="primary" icon={<Plus className="icon" />}>
              {LIST_MESSAGES.newTicket}
            </ButtonLink>
          )}
        </>
      }
    >
      <p>
        {search.deleted
          ? LIST_MESSAGES.emptyTrash(trashDays)
          : isFiltered
            ? LIST_MESSAGES.emptyHint
            : LIST_MESSAGES.emptyStart}
      </p>
    </EmptyState>
  );
}
