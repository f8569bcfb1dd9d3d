import { sql } from "kysely";
import type { Mailbox } from "#server/mailboxes/read.ts";
import { queueMail } from "#server/lib/work/outbox.ts";
import { buildLink, renderEmail } from "#server/mail/email-template.ts";
import { pickMessages } from "#server/mail/reader-language.ts";
import { findReaders } from "./audience.ts";
import { TICKET_MESSAGES } from "./every-language.ts";
import { findThreads } from "./find-thread.ts";
import { subjectOf, type MailContext } from "./mail-thread.ts";
import { findMailedTicket } from "./mailed-ticket.ts";
import { buildReplyTo, readSender } from "./sender.ts";

/** What is known of the mail that a ticket was made of. */
export type ConfirmedMail = {
  fromAddress: string | null;
  /** Empty: nobody hears what is sent back (RFC 5321, 4.5.5). Null: the way in does not tell. */
  envelopeFrom: string | null;
  isAutomatic: boolean;
  isList: boolean;
  messageId: string | null;
};

const MINUTES = 10;
/** Senders that read nothing: an answer would come back, or be answered by a machine. */
const READS_NOTHING =
  /^(?:no[-_.]?reply|do[-_.]?not[-_.]?reply|mailer-daemon|postmaster|bounces?|notifications?)\b/i;

/**
 * Tells whoever wrote a mail that it became a ticket: once for a ticket, once in ten minutes for a sender, and never in
 * answer to a machine or a list (rule 644). Answers whether the mail was queued.
 */
export async function confirmTicket(
  context: MailContext,
  {
    ticketId,
    mailbox,
    mail,
  }: { ticketId: string; mailbox: Pick<Mailbox, "confirms"> | null; mail: ConfirmedMail },
): Promise<boolean> {
  if (mailbox?.confirms === false || !mayBeAnswered(mail)) return false;
  const ticket = await findMailedTicket(context.db, ticketId);
  if (!ticket?.client_id) return false;
  const [reader] = await findReaders(context.db, ticket.id, [ticket.client_id], "ticket_created");
  if (!reader || reader.is_silent || (await wasConfirmedLately(context, reader.email))) return false;
  const sender = await readSender(context, ticket, null);
  const { messages, ...look } = pickMessages(sender, reader.locale, TICKET_MESSAGES);
  const email = renderEmail({
    ...look,
    subject: subjectOf(ticket),
    lines: [messages.hello(reader.fullname), messages.received(ticket.uid), messages.addByAnswering],
    button: { label: messages.open(ticket.uid), url: buildLink(context, `/tickets/${ticket.id}`) },
    footer: "",
  });
  const threadOf = await findThreads(context, ticket.id, [reader]);
  const { joined: _joined, ...thread } = threadOf(reader);
  const queued = await queueMail(context, {
    ...email,
    ...answering(thread, mail.messageId),
    from: sender.from,
    to: reader.email,
    ticketId: ticket.id,
    userId: reader.id,
    dedupeKey: `created:${ticket.id}:${reader.id}`,
    replyTo: buildReplyTo(context.app, sender, { number: ticket.number, userId: reader.id }),
    autoSubmitted: "auto-replied",
  });
  return queued !== null;
}

function mayBeAnswered({ fromAddress, envelopeFrom, isAutomatic, isList }: ConfirmedMail): boolean {
  if (isAutomatic || isList || envelopeFrom === "") return false;
  return ![fromAddress, envelopeFrom].some((address) => READS_NOTHING.test(address ?? ""));
}

async function wasConfirmedLately({ db, now }: MailContext, address: string): Promise<boolean> {
  const { rows } = await sql`select from mails where auto_submitted = 'auto-replied' and "to" = ${address}
    and created_at > ${new Date(now.getTime() - MINUTES * 60_000)} limit 1`.execute(db);
  return rows.length > 0;
}

/** The mail itself may not be marked as this ticket's yet while it is being worked on. */
function answering(thread: { references: string[] }, messageId: string | null) {
  if (messageId === null) return thread;
  const others = thread.references.filter((id) => id !== messageId);
  return { references: [...others, messageId], inReplyTo: messageId };
}
