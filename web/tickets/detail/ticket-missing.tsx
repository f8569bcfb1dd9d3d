import { ArrowLeft } from "lucide-react";
import { usePageTitle } from "#web/lib/public-config.ts";
import { ApiError, failureMessage, isTemporary } from "#web/lib/api/api-error.ts";
import { ButtonLink } from "#web/ui/form/button-link.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Card } from "#web/ui/card.tsx";
import { BackLink } from "#web/ui/page-head.tsx";
import { DETAIL_MESSAGES } from "../detail-messages.ts";
import { getLastList } from "../last-shown-list.ts";

/** In place of a ticket that could not be loaded: absent or invisible alike, or for want of a connection. */
export function TicketMissing({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const mayHelp = isTemporary(error) || (error instanceof ApiError && error.status === 429);
  usePageTitle(mayHelp ? DETAIL_MESSAGES.unableToLoad : DETAIL_MESSAGES.notFound);
  return (
    <>
      <BackLink to="/tickets" search={getLastList()}>
        {DETAIL_MESSAGES.back}
      </BackLink>
      <Card>
        {mayHelp ? (
          <ErrorState isPage title={DETAIL_MESSAGES.unableToLoad} onRetry={onRetry}>
            {failureMessage(error)}
          </ErrorState>
        ) : (
          <EmptyState
            isPage
            title={DETAIL_MESSAGES.notFound}
            actions={
              <ButtonLink to="/tickets" search={getLastList()} icon={<ArrowLeft className="icon small" />}>
                {DETAIL_MESSAGES.backToTickets}
              </ButtonLink>
            }
          >
            <p className="weight-medium strong">{DETAIL_MESSAGES.unableToLoad}</p>
            <p>{DETAIL_MESSAGES.notFoundHint}</p>
          </EmptyState>
        )}
      </Card>
    </>
  );
}
