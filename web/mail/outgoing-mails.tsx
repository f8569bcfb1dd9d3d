import { useQuery } from "@tanstack/react-query";
import { Clock, type LucideIcon, MailX, Send } from "lucide-react";
import { createElement, useState } from "react";
import { useTryMailAgain } from "#web/roles/try-mail-again.ts";
import { Button } from "#web/ui/button.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { type Mail, mailQuery, useRetryMail } from "./data.ts";
import { MailList } from "./mail-list.tsx";
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
const ICONS: Record<Mail["state"], LucideIcon> = {
  queued: Clock,
  sent: Send,
  captured: Send,
  failed: MailX,
  bounced: MailX,
  skipped: MailX,
};

/** Outgoing mails with their state; one that failed or came back can be tried again. */
export function OutgoingMails() {
  const [state, setState] = useState<Mail["state"] | "all">("all");
  const list = useQuery(mailQuery(state === "all" ? undefined : state));
  return (
    <Section
      id="outgoing"
      title={MESSAGES.outgoing}
      caption={MESSAGES.outgoingCaption}
      actions={
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
      }
    >
      <MailList list={list}>
        {list.data?.items.map((mail) => (
          <MailRow key={mail.id} mail={mail} />
        ))}
      </MailList>
    </Section>
  );
}

function MailRow({ mail }: { mail: Mail }) {
  const { state, returned } = mail;
  return (
    <li className="outgoing-row">
      {createElement(ICONS[state], { className: "icon subtle" })}
      <span className="grow">
        <span className="weight-medium truncate" title={mail.subject}>
          {mail.subject}
        </span>
        <span className="text-tiny muted">
          {mail.to} · <RelativeTime at={mail.sent_at ?? mail.created_at} form="long" />
          {mail.last_error && ` · ${whyOf(mail, mail.last_error)}`}
        </span>
      </span>
      <span className="flex-row">
        <Badge tone={TONES[state]}>{MESSAGES.states[state]}</Badge>
        {state === "failed" && <Retry mail={mail} />}
        {state === "bounced" && returned?.try_again_for && (
          <TryAgain mail={mail} userId={returned.try_again_for} />
        )}
      </span>
    </li>
  );
}

function whyOf({ state, attempts }: Mail, reason: string): string {
  return state === "bounced" ? MESSAGES.returned(reason) : `${MESSAGES.attempts(attempts)}: ${reason}`;
}

function Retry({ mail }: { mail: Mail }) {
  const retrying = useRetryMail();
  return <Again mail={mail} isBusy={retrying.isPending} onClick={() => retrying.mutate(mail.id)} />;
}

/** All that its reader missed goes with it, so it is the reader who is tried again. */
function TryAgain({ mail, userId }: { mail: Mail; userId: string }) {
  const trying = useTryMailAgain(userId);
  return <Again mail={mail} isBusy={trying.isPending} onClick={() => trying.mutate()} />;
}

function Again({ mail, isBusy, onClick }: { mail: Mail; isBusy: boolean; onClick: () => void }) {
  return (
    <Button size="small" busy={isBusy} aria-label={MESSAGES.retryOf(mail.subject)} onClick={onClick}>
      {MESSAGES.retry}
    </Button>
  );
}
