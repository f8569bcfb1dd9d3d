import { fetchBytes } from "#web/lib/api/fetch-bytes.ts";
import { OriginalDialog } from "#web/ui/mail/original-dialog.tsx";
import type { WholeMail } from "../data.ts";
import { INCOMING_MESSAGES as MESSAGES } from "../messages.ts";
import { Proof } from "./mail-facts.tsx";
import { senderName } from "../reason-text.ts";

/** A mail as it arrived. */
export function MailOriginal({ mail, onClose }: { mail: WholeMail; onClose: () => void }) {
  return (
    <OriginalDialog
      subject={mail.subject || MESSAGES.noSubject}
      facts={[
        {
          name: MESSAGES.from,
          value: (
            <>
              {senderName(mail)} <span className="muted">{mail.from_address}</span> <Proof mail={mail} />
            </>
          ),
        },
        { name: MESSAGES.to, value: addresses(mail.to) },
        { name: MESSAGES.cc, value: addresses(mail.cc) },
        { name: MESSAGES.proof, value: mail.proof_detail.join(" · ") },
      ]}
      text={[mail.words, mail.quoted].filter(Boolean).join("\n\n")}
      html={mail.html}
      arrivals={mail.deliveries.length}
      fetchOriginal={() =>
        fetchBytes(`/api/incoming/${mail.id}/original`, { failed: MESSAGES.failedToFetch })
      }
      onClose={onClose}
    />
  );
}

function addresses(parties: WholeMail["to"]): string {
  return parties.map(({ address }) => address).join(", ");
}
