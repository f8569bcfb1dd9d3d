import { Ban, Mail, MailOpen, ShieldAlert } from "lucide-react";
import { useId, useState } from "react";
import { FoldButton } from "#web/ui/mail/fold-button.tsx";
import { lazyPart } from "#web/lib/loading/lazy-part.tsx";
import { TICKET_MAIL_MESSAGES as MESSAGES } from "./messages.ts";
import type { TicketMail } from "./ticket-mails.ts";

const original = lazyPart(
  () => import("./ticket-original.tsx"),
  ({ TicketOriginal }) => TicketOriginal,
);

type Props = {
  ticketId: string;
  mail: TicketMail;
  /** What stands above: it names most files that were not kept, and for everybody. */
  words: string;
  /** Who wrote it, where the author above is the mailbox. */
  fromAddress: string | null;
};

/** Says that words came by mail, and whose they are where their author is a mailbox. */
export function ByMail({ fromAddress }: { fromAddress: string | null }) {
  return (
    <span>
      <Mail className="icon small" />
      {fromAddress === null ? MESSAGES.byMail : MESSAGES.byMailFrom(fromAddress)}
    </span>
  );
}

/** What stands below words that came by mail: that they did, what was folded away, the original. */
export function MailFoot({ ticketId, mail, words, fromAddress }: Props) {
  const [isUnfolded, setUnfolded] = useState(false);
  const [isOriginalOpen, setOriginalOpen] = useState(false);
  const quotedId = useId();
  return (
    <>
      {isUnfolded && (
        <div className="quoted-text" id={quotedId}>
          {mail.quoted}
        </div>
      )}
      {mail.files_not_kept
        .filter(({ name }) => !words.includes(`${name} was not kept: `))
        .map(({ name }) => (
          <p key={name} className="mail-file-refused">
            <Ban className="icon small" />
            {MESSAGES.notKept(name)}
          </p>
        ))}
      <div className="mail-foot">
        <ByMail fromAddress={fromAddress} />
        {mail.has_quoted && (
          <FoldButton isOpen={isUnfolded} controls={quotedId} onToggle={() => setUnfolded(!isUnfolded)}>
            {isUnfolded ? MESSAGES.hideQuoted : MESSAGES.showQuoted}
          </FoldButton>
        )}
        {mail.original_kept && (
          <button
            type="button"
            className="fold"
            onPointerEnter={original.fetch}
            onFocus={original.fetch}
            onClick={() => setOriginalOpen(true)}
          >
            <MailOpen className="icon small" />
            {MESSAGES.original}
          </button>
        )}
        {mail.sender_not_proven && (
          <span className="mail-not-proven">
            <ShieldAlert className="icon small" />
            {MESSAGES.notProven}
          </span>
        )}
      </div>
      {isOriginalOpen && (
        <original.Part ticketId={ticketId} mail={mail} onClose={() => setOriginalOpen(false)} />
      )}
    </>
  );
}
