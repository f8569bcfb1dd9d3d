import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { ApiError, failureMessage } from "#web/lib/api/api-error.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { BackLink } from "#web/ui/page-head.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { mailQuery } from "../data.ts";
import type { Decide } from "../decide/use-decide.ts";
import { searchOf, type Tab } from "../incoming-search-params.ts";
import { INCOMING_MESSAGES as MESSAGES } from "../messages.ts";
import { MailView } from "./mail-view.tsx";

type Props = {
  id: string;
  tab: Tab;
  /** It stands in the place of the list, with a way back. */
  isSingle: boolean;
  decide: Decide;
  /** Whether no other mail was asked for meanwhile. */
  isAskedFor: () => boolean;
  onOpenTicket: (ticketId: string) => void;
};

/** The mail that is read, with what can be done about it. */
export function Reader({ id, tab, isSingle, decide, isAskedFor, onOpenTicket }: Props) {
  const mail = useQuery(mailQuery(id));
  const article = useRef<HTMLElement>(null);
  useEffect(() => {
    // The row that was pressed is gone from the screen.
    if (isSingle) article.current?.focus({ preventScroll: true });
  }, [isSingle]);
  return (
    <article ref={article} className="mail-reader" aria-label={MESSAGES.mail} tabIndex={-1}>
      {isSingle && (
        <BackLink to="/incoming" search={searchOf(tab)} resetScroll={false}>
          {MESSAGES.tabs[tab]}
        </BackLink>
      )}
      {mail.data ? (
        <MailView mail={mail.data} decide={decide} isAskedFor={isAskedFor} onOpenTicket={onOpenTicket} />
      ) : mail.isError ? (
        <Failed error={mail.error} onRetry={() => void mail.refetch()} />
      ) : (
        <Loading />
      )}
    </article>
  );
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const title = failureMessage(error, MESSAGES.failedToFetch) ?? MESSAGES.failedToFetch;
  if (error instanceof ApiError && error.status === 404) return <EmptyState small title={title} />;
  return <ErrorState title={title} onRetry={onRetry} />;
}

function Loading() {
  return (
    <div role="status" className="stack">
      <span className="visually-hidden">{MESSAGES.loading}</span>
      <Skeleton width="62%" height="1.5rem" />
      <Skeleton width="44%" />
      <Skeleton width="100%" height="7rem" />
      <Skeleton width="82%" />
      <Skeleton width="70%" />
    </div>
  );
}
