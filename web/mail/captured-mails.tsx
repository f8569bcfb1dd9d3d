import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { capturedMailQuery, type CapturedMail } from "./data.ts";
import { MailSummary, MailList } from "./mail-list.tsx";
import { MailReader } from "./mail-reader.tsx";
import { MAIL_MESSAGES as MESSAGES } from "./messages.ts";
import { Section } from "#web/settings/section.tsx";

/** Mail that goes nowhere while no mail server is set. */
export function CapturedMails() {
  const list = useQuery(capturedMailQuery);
  const [read, setRead] = useState<CapturedMail | null>(null);
  return (
    <Section id="captured" title={MESSAGES.captured} caption={MESSAGES.capturedCaption}>
      <MailList list={list}>
        {list.data?.items.map((mail, index) => (
          // Nothing names a captured mail; the list is replaced as a whole.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={`${mail.sent_at}-${index}`}>
            <button type="button" className="grow mail-row" onClick={() => setRead(mail)}>
              <MailSummary mail={mail} at={mail.sent_at} />
            </button>
          </li>
        ))}
      </MailList>
      {read && <MailReader mail={read} onClose={() => setRead(null)} />}
    </Section>
  );
}
