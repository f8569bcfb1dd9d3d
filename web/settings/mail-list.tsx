import type { ReactNode } from "react";
import { failureWords } from "../lib/api-error.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { LoadingBlock } from "../ui/spinner.tsx";
import { MAIL_WORDS as WORDS } from "./organization-words.ts";

type Props = {
  list: {
    data: { items: readonly unknown[] } | undefined;
    isError: boolean;
    error: unknown;
    refetch: () => unknown;
  };
  /** A line for each mail, once they are here. */
  children: ReactNode;
};

/** A list of mails with its four states. */
export function MailList({ list: { data, isError, error, refetch }, children }: Props) {
  if (isError) {
    const title = failureWords(error, WORDS.failedToFetch) ?? WORDS.failedToFetch;
    return <ErrorState title={title} onRetry={() => void refetch()} />;
  }
  if (!data) return <LoadingBlock words={WORDS.loading} visible />;
  if (data.items.length === 0) {
    return (
      <EmptyState small title={WORDS.empty}>
        <p>{WORDS.emptyHint}</p>
      </EmptyState>
    );
  }
  return <ul className="setlist">{children}</ul>;
}

/** What every mail shows of itself: subject, when and to whom. */
export function MailFacts({
  mail: { subject, to },
  at,
}: {
  mail: { subject: string; to: string };
  at: string;
}) {
  return (
    <>
      <span className="row between">
        <span className="m trunc" title={subject}>
          {subject}
        </span>
        <span className="xs subtle">
          <RelativeTime at={at} />
        </span>
      </span>
      <span className="xs muted trunc">{to}</span>
    </>
  );
}
