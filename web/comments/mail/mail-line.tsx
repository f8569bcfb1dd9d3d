import { MailX, MoonStar } from "lucide-react";
import { useId, useState } from "react";
import { FoldButton } from "#web/ui/mail/fold-button.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { TICKET_MAIL_MESSAGES as MESSAGES } from "./messages.ts";
import type { TicketMail } from "./ticket-mails.ts";

/** One line between the comments, for the staff: a mail that is nobody's words. */
export function MailLine({ mail }: { mail: TicketMail }) {
  return mail.direction === "in" ? <AutomaticReply mail={mail} /> : <ReturnedMail mail={mail} />;
}

function AutomaticReply({ mail }: { mail: TicketMail }) {
  const [isOpen, setOpen] = useState(false);
  const textId = useId();
  return (
    <li className="mail-line">
      <span className="mail-dot">
        <MoonStar className="icon small" />
      </span>
      <div>
        {MESSAGES.automaticFrom} <b>{mail.from?.name || mail.from?.address}</b>{" "}
        <span className="subtle text-tiny">
          · <RelativeTime at={mail.at} form="long" /> · {MESSAGES.untouched}
        </span>
        {mail.words && (
          <FoldButton isOpen={isOpen} controls={textId} onToggle={() => setOpen(!isOpen)}>
            {isOpen ? MESSAGES.hide : MESSAGES.show}
          </FoldButton>
        )}
        {isOpen && (
          <div className="quoted-text" id={textId}>
            {mail.words}
          </div>
        )}
      </div>
    </li>
  );
}

function ReturnedMail({ mail }: { mail: TicketMail }) {
  return (
    <li className="mail-line returned">
      <span className="mail-dot">
        <MailX className="icon small" />
      </span>
      <div>
        {MESSAGES.mailTo} <b>{mail.to[0]?.address}</b>{" "}
        {MESSAGES.notDelivered(mail.reason ?? MESSAGES.reasonUnknown)}{" "}
        <span className="subtle text-tiny">
          · <RelativeTime at={mail.at} form="long" />
        </span>
      </div>
    </li>
  );
}
