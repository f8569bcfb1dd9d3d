import { ArrowLeft } from "lucide-react";
import { usePageTitle } from "../lib/brand.ts";
import { ApiError, failureWords, isTemporary } from "../lib/api-error.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { BackLink, Card } from "../ui/page.tsx";
import { DETAIL_WORDS } from "./detail-words.ts";
import { lastList } from "./list-memory.ts";

/** In place of a ticket that could not be loaded: absent or invisible alike, or for want of a connection. */
export function TicketMissing({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const mayHelp = isTemporary(error) || (error instanceof ApiError && error.status === 429);
  usePageTitle(mayHelp ? DETAIL_WORDS.unableToLoad : DETAIL_WORDS.notFound);
  return (
    <>
      <BackLink to="/tickets" search={lastList()}>
        {DETAIL_WORDS.back}
      </BackLink>
      <Card>
        {mayHelp ? (
          <ErrorState isPage title={DETAIL_WORDS.unableToLoad} onRetry={onRetry}>
            {failureWords(error)}
          </ErrorState>
        ) : (
          <EmptyState
            isPage
            title={DETAIL_WORDS.notFound}
            actions={
              <ButtonLink to="/tickets" search={lastList()} icon={<ArrowLeft className="i s" />}>
                {DETAIL_WORDS.backToTickets}
              </ButtonLink>
            }
          >
            <p className="m strong">{DETAIL_WORDS.unableToLoad}</p>
            <p>{DETAIL_WORDS.notFoundHint}</p>
          </EmptyState>
        )}
      </Card>
    </>
  );
}
