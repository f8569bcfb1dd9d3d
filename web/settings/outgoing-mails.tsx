import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { Select } from "../ui/select.tsx";
import { Tag } from "../ui/tag.tsx";
import { type Mail, mailQuery, retryMail } from "./data.ts";
import { MailFacts, MailList } from "./mail-list.tsx";
import { MAIL_WORDS as WORDS } from "./organization-words.ts";
import { Section } from "./section.tsx";

const STATES = ["queued", "sent", "failed"] as const;
const TONES = { queued: "info", sent: "ok", captured: undefined, failed: "bad" } as const;

/** What became of each message; a failed one can be tried again. */
export function OutgoingMails() {
  const [state, setState] = useState<Mail["state"] | "all">("all");
  const list = useQuery(mailQuery(state === "all" ? undefined : state));
  return (
    <Section id="outgoing" title={WORDS.outgoing} caption={WORDS.outgoingCaption}>
      <div className="toolbar">
        <Select<Mail["state"] | "all">
          size="sm"
          label={WORDS.state}
          value={state}
          isSet={state !== "all"}
          options={[
            { value: "all", label: WORDS.anyState },
            ...STATES.map((value) => ({ value, label: WORDS.states[value] })),
          ]}
          onChange={setState}
        />
      </div>
      <MailList list={list}>
        {list.data?.items.map((mail) => (
          <MailRow key={mail.id} mail={mail} />
        ))}
      </MailList>
    </Section>
  );
}

function MailRow({ mail }: { mail: Mail }) {
  const [isBusy, setBusy] = useState(false);
  function retry() {
    setBusy(true);
    // Told already; the message stays as it is.
    void retryMail(mail.id)
      .catch(() => undefined)
      .then(() => setBusy(false));
  }
  return (
    <li>
      <span className="grow">
        <MailFacts mail={mail} at={mail.sent_at ?? mail.created_at} />
        {mail.last_error && (
          <span className="xs subtle">
            {WORDS.attempts(mail.attempts)}: {mail.last_error}
          </span>
        )}
      </span>
      <Tag tone={TONES[mail.state]}>{WORDS.states[mail.state]}</Tag>
      {mail.state === "failed" && (
        <Button size="sm" busy={isBusy} aria-label={WORDS.retryOf(mail.subject)} onClick={retry}>
          {WORDS.retry}
        </Button>
      )}
    </li>
  );
}
