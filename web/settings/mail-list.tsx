import type { ReactNode } from "react";
import { failureWords } from "../lib/api-error.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { LoadingBlock } from "../ui/spinner.tsx";
import { MAIL_WORDS as WORDS } from "./organization-words.ts";

type Props<Mail> = {
  list: { data: { items: Mail[] } | undefined; isError: boolean; error: unknown; refetch: () => unknown };
  /** A line of the list, with its key. */
  line: (mail: Mail, index: number) => ReactNode;
};

/** A list of mails with its four states. */
export function MailList<Mail>({ list: { data, isError, error, refetch }, line }: Props<Mail>) {
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
  return <ul className="setlist">{data.items.map(line)}</ul>;
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
