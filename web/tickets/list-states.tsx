import { Plus } from "lucide-react";
import { mayCreateTicket } from "#contract/access/tickets.ts";
import { failureWords } from "../lib/api-error.ts";
import { useActor } from "../lib/session-state.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { hasFilter, type ListSearch } from "./list-search.ts";
import { LIST_WORDS } from "./words.ts";

export function ListFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <ErrorState title={LIST_WORDS.failed} onRetry={onRetry}>
      {failureWords(error)}
    </ErrorState>
  );
}

/** The hint speaks of filters only where one is set (decision list 102). */
export function ListEmpty({ search, onClear }: { search: ListSearch; onClear: () => void }) {
  const mayCreate = mayCreateTicket(useActor()) && !search.deleted;
  const isFiltered = hasFilter(search);
  return (
    <EmptyState
      title={LIST_WORDS.empty}
      actions={
        <>
          {isFiltered && <Button onClick={onClear}>{LIST_WORDS.clearFilters}</Button>}
          {mayCreate && (
            <ButtonLink to="/tickets/new" look="primary" icon={<Plus className="i" />}>
              {LIST_WORDS.newTicket}
            </ButtonLink>
          )}
        </>
      }
    >
      <p>
        {search.deleted ? LIST_WORDS.emptyTrash : isFiltered ? LIST_WORDS.emptyHint : LIST_WORDS.emptyStart}
      </p>
    </EmptyState>
  );
}
