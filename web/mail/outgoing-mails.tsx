import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { type Mail, mailQuery, useRetryMail } from "./data.ts";
import { MailSummary, MailList } from "./mail-list.tsx";
import { MAIL_MESSAGES as MESSAGES } from "./messages.ts";
import { Section } from "#web/settings/section.tsx";

const STATES = ["queued", "sent", "failed", "bounced", "skipped"] as const;
const TONES = {
  queued: "info",
  sent: "success",
  captured: undefined,
  failed: "danger",
  bounced: "danger",
  skipped: "warning",
} as const;

/** Outgoing mails with their state; a failed one can be tried again. */
export function OutgoingMails() {
  const [state, setState] = useState<Mail["state"] | "all">("all");
  const list = useQuery(mailQuery(state === "all" ? undefined : state));
  return (
    <Section id="outgoing" title={MESSAGES.outgoing} caption={MESSAGES.outgoingCaption}>
      <div className="toolbar">
        <Select<Mail["state"] | "all">
          size="small"
          label={MESSAGES.state}
          value={state}
          isSet={state !== "all"}
          options={[
            { value: "all", label: MESSAGES.anyState },
            ...STATES.map((value) => ({ value, label: MESSAGES.states[value] })),
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
  const retrying = useRetryMail();
  return (
    <li>
      <span className="grow">
        <MailSummary mail={mail} at={mail.sent_at ?? mail.created_at} />
        {mail.last_error && (
          <span className="text-tiny subtle">
            {MESSAGES.attempts(mail.attempts)}: {mail.last_error}
          </span>
        )}
      </span>
      <Badge tone={TONES[mail.state]}>{MESSAGES.states[mail.state]}</Badge>
      {mail.state === "failed" && (
        <Button
          size="small"
          busy={retrying.isPending}
          aria-label={MESSAGES.retryOf(mail.subject)}
          onClick={() => retrying.mutate(mail.id)}
        >
          {MESSAGES.retry}
        </Button>
      )}
    </li>
  );
}
