import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { failureWords } from "../lib/api-error.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { LoadingBlock } from "../ui/spinner.tsx";
import { capturedMailQuery, type CapturedMail } from "./data.ts";
import { MailReader } from "./mail-reader.tsx";
import { MAIL_WORDS as WORDS } from "./organization-words.ts";
import { Section } from "./section.tsx";

/** Mail that goes nowhere while no mail server is set. */
export function CapturedMails() {
  const { data, isError, error, refetch } = useQuery(capturedMailQuery);
  const [read, setRead] = useState<CapturedMail | null>(null);
  return (
    <Section id="captured" title={WORDS.captured} caption={WORDS.capturedCaption}>
      {isError ? (
        <ErrorState
          title={failureWords(error, WORDS.failedToFetch) ?? WORDS.failedToFetch}
          onRetry={() => void refetch()}
        />
      ) : !data ? (
        <LoadingBlock words={WORDS.loading} visible />
      ) : data.items.length === 0 ? (
        <EmptyState small title={WORDS.empty}>
          <p>{WORDS.emptyHint}</p>
        </EmptyState>
      ) : (
        <ul className="setlist">
          {data.items.map((mail, index) => (
            // Nothing names a captured mail; the list is replaced as a whole.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={`${mail.sent_at}-${index}`}>
              <button type="button" className="grow mailrow" onClick={() => setRead(mail)}>
                <span className="row between">
                  <span className="m trunc">{mail.subject}</span>
                  <span className="xs subtle">
                    <RelativeTime at={mail.sent_at} />
                  </span>
                </span>
                <span className="xs muted trunc">{mail.to}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {read && <MailReader mail={read} onClose={() => setRead(null)} />}
    </Section>
  );
}
