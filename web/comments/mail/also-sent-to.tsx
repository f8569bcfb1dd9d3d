import { TICKET_MAIL_MESSAGES as MESSAGES } from "./messages.ts";
import { useTicketMails } from "./ticket-mails.ts";

/** People whom a mail of the ticket went to as well and who are not on it; for the staff, who alone are told. */
export function AlsoSentTo({ ticketId }: { ticketId: string }) {
  const { outside } = useTicketMails(ticketId);
  if (outside.length === 0) return null;
  return <p className="subtle text-tiny">{MESSAGES.alsoSentTo(outside.join(", "))}</p>;
}
