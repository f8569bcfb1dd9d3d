import { Badge } from "#web/ui/badge.tsx";
import { DateText, RelativeTime } from "#web/ui/relative-time.tsx";
import type { WholeMail } from "../data.ts";
import { INCOMING_MESSAGES as MESSAGES } from "../messages.ts";
import { senderName } from "../reason-text.ts";

/** Subject, sender with the proof of it, recipients and time. */
export function MailFacts({ mail }: { mail: WholeMail }) {
  return (
    <header>
      <h2>{mail.subject || MESSAGES.noSubject}</h2>
      <dl className="mail-facts">
        <dt>{MESSAGES.from}</dt>
        <dd>
          <span className="weight-medium">{senderName(mail)}</span>{" "}
          {mail.from_address && <span className="muted">{mail.from_address}</span>} <Proof mail={mail} />
        </dd>
        <Parties label={MESSAGES.to} parties={mail.to} />
        <Parties label={MESSAGES.cc} parties={mail.cc} />
        {mail.reply_to && mail.reply_to !== mail.from_address && (
          <>
            <dt>{MESSAGES.answersTo}</dt>
            <dd>{mail.reply_to}</dd>
          </>
        )}
        {mail.forwarded_from && <Parties label={MESSAGES.forwardOf} parties={[mail.forwarded_from]} />}
        <dt>{MESSAGES.received}</dt>
        <dd>
          <DateText at={mail.received_at} exact />{" "}
          <span className="subtle">
            · <RelativeTime at={mail.received_at} form="long" />
          </span>
        </dd>
      </dl>
    </header>
  );
}

const TONES = { strong: "success", none: "warning", failed: "danger" } as const;

export function Proof({ mail: { proof, proof_detail: detail } }: { mail: WholeMail }) {
  if (proof === null) return null;
  return (
    <span title={detail.join("\n")}>
      <Badge tone={TONES[proof]}>{MESSAGES.proofs[proof]}</Badge>
    </span>
  );
}

function Parties({ label, parties }: { label: string; parties: WholeMail["to"] }) {
  if (parties.length === 0) return null;
  return (
    <>
      <dt>{label}</dt>
      <dd>{parties.map(partyText).join(", ")}</dd>
    </>
  );
}

function partyText({ name, address }: WholeMail["to"][number]): string {
  return name && name !== address ? `${name} <${address}>` : address;
}
