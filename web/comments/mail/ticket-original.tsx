import { useQuery } from "@tanstack/react-query";
import PostalMime from "postal-mime";
import { ticketKeys } from "#contract/query-keys.ts";
import { fetchBytes } from "#web/lib/api/fetch-bytes.ts";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { sizeText } from "#web/uploads/messages.ts";
import { Badge } from "#web/ui/badge.tsx";
import { DateText } from "#web/ui/relative-time.tsx";
import { OriginalDialog } from "#web/ui/mail/original-dialog.tsx";
import { TICKET_MAIL_MESSAGES as MESSAGES } from "./messages.ts";
import type { TicketMail } from "./ticket-mails.ts";

type Props = { ticketId: string; mail: TicketMail; onClose: () => void };

/** A mail of a ticket as it arrived; its parts are read in the browser, from the bytes that it was sent as. */
export function TicketOriginal({ ticketId, mail, onClose }: Props) {
  const { arrival } = mail;
  const address = `/api/tickets/${ticketId}/mails/${mail.id}/original`;
  const fetchOriginal = () => fetchBytes(address, { failed: MESSAGES.failedToFetch });
  const parts = useQuery({
    queryKey: ticketKeys.mailOriginal(ticketId, mail.id),
    queryFn: async () => readParts(await fetchOriginal()),
    staleTime: Infinity,
  });
  return (
    <OriginalDialog
      key={parts.status}
      subject={mail.subject}
      facts={[
        { name: MESSAGES.from, value: mail.from && `${mail.from.name} ${mail.from.address}`.trim() },
        { name: MESSAGES.to, value: addressesOf(mail.to) },
        { name: MESSAGES.cc, value: addressesOf(mail.cc) },
        { name: MESSAGES.received, value: <DateText at={mail.at} exact /> },
        { name: MESSAGES.whyHere, value: arrival?.matched_by && MESSAGES.matchedBy[arrival.matched_by] },
        { name: MESSAGES.sender, value: mail.proof && <Sender mail={mail} proof={mail.proof} /> },
      ]}
      text={parts.data?.text ?? (parts.isError ? (failureMessage(parts.error) ?? "") : MESSAGES.reading)}
      html={parts.data?.html ?? null}
      arrivals={arrival?.times ?? 1}
      size={arrival ? sizeText(arrival.bytes) : undefined}
      fetchOriginal={fetchOriginal}
      onClose={onClose}
    />
  );
}

const TONES = { strong: "success", none: "warning", failed: "danger" } as const;

/** How well the sender is known, with how that was found. */
function Sender({ mail, proof }: { mail: TicketMail; proof: keyof typeof TONES }) {
  return (
    <>
      <Badge tone={TONES[proof]}>{MESSAGES.proofs[proof]}</Badge>{" "}
      <span className="subtle">{mail.arrival?.proof_detail.join(" · ")}</span>
    </>
  );
}

function addressesOf(parties: TicketMail["to"]): string {
  return parties.map(({ address }) => address).join(", ");
}

/** Reads text and HTML of a mail. The reader comes with this part, for the first mail that somebody opens. */
async function readParts(original: Blob): Promise<{ text: string; html: string | null }> {
  const { text, html } = await PostalMime.parse(await original.arrayBuffer());
  return { text: text ?? "", html: html ?? null };
}
