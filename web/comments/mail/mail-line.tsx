import { MoonStar } from "lucide-react";
import { useId, useState } from "react";
import { FoldButton } from "#web/ui/mail/fold-button.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { ReturnedMail } from "./returned-mail.tsx";
import { TICKET_MAIL_MESSAGES as MESSAGES } from "./messages.ts";
import type { TicketMail } from "./ticket-mails.ts";

/** One line between the comments, for the staff: a mail that is nobody's words. */
export function MailLine({ ticketId, mail }: { ticketId: string; mail: TicketMail }) {
  if (mail.direction === "out") return <ReturnedMail ticketId={ticketId} mail={mail} />;
  return <AutomaticReply mail={mail} />;
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
