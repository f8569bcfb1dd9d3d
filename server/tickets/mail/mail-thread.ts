import type { App, Db } from "#server/lib/request-context.ts";
import { type OutgoingMail, queueMails } from "#server/lib/work/outbox.ts";
import { buildLink, renderEmail, type EmailContent } from "#server/mail/email-template.ts";
import { type Desk, pickMessages } from "#server/mail/reader-language.ts";
import type { Topic } from "#server/settings/read.ts";
import { type Answer, filesOfLetter, writeAnswerLetter } from "./answer-letter.ts";
import { findReaders, type Reader } from "./audience.ts";
import { TICKET_MESSAGES, type TicketMessages } from "./every-language.ts";
import { findThreads, type Thread } from "./find-thread.ts";
import type { MailedTicket } from "./mailed-ticket.ts";
import { buildReplyTo, readSender, type Sender } from "./sender.ts";

export type MailContext = { app: App; db: Db; now: Date };

type Message = {
  /** Distinguishes this news from other news of the ticket; each reader gets it once. */
  key: string;
  /** What somebody wrote. To people outside it goes as a letter where the desk has a mailbox. */
  answer?: Answer;
  write: (messages: TicketMessages) => Pick<EmailContent, "lines" | "footer">;
};

/** Mails each of these people who still sees the ticket and has not said no. */
export async function mailInvolved(
  context: MailContext,
  ticket: MailedTicket,
  readerIds: readonly string[],
  { topic, ...message }: Message & { topic: Topic },
): Promise<void> {
  const readers = await findReaders(context.db, ticket.id, readerIds, topic);
  await mailReaders(context, ticket, readers, message);
}

/** Mails these readers but those who have said no, in as many statements for all of them as for one. */
export async function mailReaders(
  context: MailContext,
  ticket: MailedTicket,
  readers: readonly Reader[],
  message: Message,
): Promise<void> {
  const mailed = readers.filter(({ is_silent }) => !is_silent);
  if (mailed.length === 0) return;
  const sender = await readSender(context, ticket, message.answer?.author ?? null);
  const threadOf = await findThreads(context, ticket.id, mailed);
  await queueMails(
    context,
    mailed.map((reader) => writeMail(context, { ticket, message, sender }, reader, threadOf(reader))),
  );
}

type News = { ticket: MailedTicket; message: Message; sender: Sender };

function writeMail(
  { app }: MailContext,
  { ticket, message, sender }: News,
  reader: Reader,
  { joined, ...thread }: Thread,
): OutgoingMail {
  const letter = sender.mailbox && reader.user_type === "external" ? message.answer : undefined;
  const url = buildLink({ app }, `/tickets/${ticket.id}`);
  const look = pickMessages(sender, reader.locale, TICKET_MESSAGES);
  const news = message.answer ? joined : [];
  const email = letter
    ? writeAnswerLetter(letter, {
        ...look,
        subject: `Re: ${subjectOf(ticket)}`,
        uid: ticket.uid,
        url,
        signature: sender.mailbox?.signature ?? "",
        news,
      })
    : writeNotice(ticket, reader, message, { ...look, url, news });
  return {
    ...email,
    ...thread,
    from: sender.from,
    to: reader.email,
    ticketId: ticket.id,
    commentId: message.answer?.id,
    userId: reader.id,
    dedupeKey: `${message.key}:${reader.id}`,
    replyTo: buildReplyTo(app, sender, { number: ticket.number, userId: reader.id }),
    autoSubmitted: letter ? "no" : "auto-generated",
    attachmentIds: letter && filesOfLetter(letter),
  };
}

type Look = Desk & { messages: TicketMessages; url: string; news: readonly string[] };

function writeNotice(
  ticket: MailedTicket,
  reader: Reader,
  { answer, write }: Message,
  { messages, url, news, ...desk }: Look,
) {
  const { lines, footer } = write(messages);
  return renderEmail({
    ...desk,
    subject: answer ? `Re: ${subjectOf(ticket)}` : subjectOf(ticket),
    lines: [messages.hello(reader.fullname), ...news.map(messages.isPartNow), ...lines],
    button: { label: messages.open(ticket.uid), url },
    footer: `${footer} ${messages.switchOff}`,
  });
}

/** The subject of every mail about a ticket; answers put "Re: " before it. */
export function subjectOf({ uid, subject }: Pick<MailedTicket, "uid" | "subject">): string {
  return `[${uid}] ${subject}`;
}
