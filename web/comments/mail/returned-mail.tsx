import { MailX } from "lucide-react";
import { lazyPart } from "#web/lib/loading/lazy-part.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { TICKET_MAIL_MESSAGES as MESSAGES } from "./messages.ts";
import type { TicketMail } from "./ticket-mails.ts";

const tryAgain = lazyPart(
  () => import("./try-again.tsx"),
  ({ TryAgain }) => TryAgain,
);

type Props = { ticketId: string; mail: TicketMail };

/** A mail that came back, or that no server took: why, another try for those who may, and what became of that. */
export function ReturnedMail({ ticketId, mail }: Props) {
  const { returned } = mail;
  const again = returned && outcomeOf(mail, returned);
  return (
    <li className="mail-line returned">
      <span className="mail-dot">
        <MailX className="icon small" />
      </span>
      <div>
        {MESSAGES.mailTo} <b>{mail.to[0]?.address}</b>{" "}
        {mail.state === "bounced" || !returned
          ? MESSAGES.notDelivered(mail.reason ?? MESSAGES.reasonUnknown)
          : MESSAGES.cameBack}{" "}
        <span className="subtle text-tiny">
          · <RelativeTime at={returned?.at ?? mail.at} form="long" />
          {again && <> · {again}</>}
        </span>
        {returned?.try_again_for && <tryAgain.Part userId={returned.try_again_for} ticketId={ticketId} />}
      </div>
    </li>
  );
}

/** What became of the other try; null before there was one. */
function outcomeOf(mail: TicketMail, { marked }: NonNullable<TicketMail["returned"]>): string | null {
  if (mail.state === "bounced") return marked ? null : MESSAGES.notRepeated;
  if (mail.state === "queued") return MESSAGES.sentAgainSoon;
  if (mail.state === "failed") return MESSAGES.sentAgainFailed(mail.reason ?? MESSAGES.reasonUnknown);
  return mail.state === "sent" || mail.state === "captured" ? MESSAGES.sentAgain : null;
}
