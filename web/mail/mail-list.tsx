import type { ReactNode } from "react";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { LoadingBlock } from "#web/ui/spinner.tsx";
import { MAIL_MESSAGES as MESSAGES } from "./messages.ts";

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
    const title = failureMessage(error, MESSAGES.failedToFetch) ?? MESSAGES.failedToFetch;
    return <ErrorState title={title} onRetry={() => void refetch()} />;
  }
  if (!data) return <LoadingBlock label={MESSAGES.loading} visible />;
  if (data.items.length === 0) {
    return (
      <EmptyState small title={MESSAGES.empty}>
        <p>{MESSAGES.emptyHint}</p>
      </EmptyState>
    );
  }
  return <ul className="settings-list">{children}</ul>;
}

/** Subject, time and recipients of a mail. */
export function MailSummary({
  mail: { subject, to },
  at,
}: {
  mail: { subject: string; to: string };
  at: string;
}) {
  return (
    <>
      <span className="flex-row between">
        <span className="weight-medium truncate" title={subject}>
          {subject}
        </span>
        <span className="text-tiny subtle">
          <RelativeTime at={at} />
        </span>
      </span>
      <span className="text-tiny muted truncate">{to}</span>
    </>
  );
}
