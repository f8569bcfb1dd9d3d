import type { App, Db } from "#server/lib/request-context.ts";
import { queueMail } from "#server/lib/work/outbox.ts";
import { buildLink, renderEmail, type EmailContent } from "#server/mail/email-template.ts";
import { readMessagesFor } from "#server/mail/reader-language.ts";
import type { Topic } from "#server/settings/read.ts";
import { type Answer, filesOfLetter, writeAnswerLetter } from "./answer-letter.ts";
import { findReaders, type Reader } from "./audience.ts";
import { TICKET_MESSAGES, type TicketMessages } from "./every-language.ts";
import { findThread } from "./find-thread.ts";
import type { MailedTicket } from "./mailed-ticket.ts";
import { buildReplyTo, findSender, type Sender } from "./sender.ts";

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

/** Mails these readers but those who have said no. */
export async function mailReaders(
  context: MailContext,
  ticket: MailedTicket,
  readers: readonly Reader[],
  message: Message,
): Promise<void> {
  const sender = await findSender(context, ticket, message.answer?.author ?? null);
  for (const reader of readers.filter(({ is_silent }) => !is_silent))
    await mailReader(context, ticket, { reader, sender }, message);
}

async function mailReader(
  context: MailContext,
  ticket: MailedTicket,
  { reader, sender }: { reader: Reader; sender: Sender | null },
  message: Message,
): Promise<void> {
  const letter = sender && reader.user_type === "external" ? message.answer : undefined;
  const { joined, ...thread } = await findThread(context, ticket.id, reader);
  const news = message.answer ? joined : [];
  const email = letter
    ? await writeLetter(context, ticket, letter, { reader, signature: sender?.mailbox.signature ?? "", news })
    : await writeNotice(context, ticket, reader, { ...message, news });
  await queueMail(context, {
    ...email,
    ...thread,
    from: sender?.from,
    to: reader.email,
    ticketId: ticket.id,
    commentId: message.answer?.id,
    userId: reader.id,
    dedupeKey: `${message.key}:${reader.id}`,
    replyTo: await buildReplyTo(context, sender, { number: ticket.number, userId: reader.id }),
    autoSubmitted: letter ? "no" : "auto-generated",
    attachmentIds: letter && filesOfLetter(letter),
  });
}

async function writeLetter(
  context: MailContext,
  ticket: MailedTicket,
  answer: Answer,
  { reader, signature, news }: { reader: Reader; signature: string; news: readonly string[] },
) {
  const { language, messages } = await readMessagesFor(context.db, reader.id, TICKET_MESSAGES);
  return writeAnswerLetter(answer, {
    language,
    messages,
    subject: `Re: ${subjectOf(ticket)}`,
    uid: ticket.uid,
    url: buildLink(context, `/tickets/${ticket.id}`),
    signature,
    news,
  });
}

async function writeNotice(
  context: MailContext,
  ticket: MailedTicket,
  reader: Reader,
  message: Message & { news: readonly string[] },
) {
  const { language, messages } = await readMessagesFor(context.db, reader.id, TICKET_MESSAGES);
  const { lines, footer } = message.write(messages);
  return renderEmail(context, {
    language,
    subject: message.answer ? `Re: ${subjectOf(ticket)}` : subjectOf(ticket),
    lines: [messages.hello(reader.fullname), ...message.news.map(messages.isPartNow), ...lines],
    button: { label: messages.open(ticket.uid), url: buildLink(context, `/tickets/${ticket.id}`) },
    footer: `${footer} ${messages.switchOff}`,
  });
}

/** The subject of every mail about a ticket; answers put "Re: " before it. */
export function subjectOf({ uid, subject }: Pick<MailedTicket, "uid" | "subject">): string {
  return `[${uid}] ${subject}`;
}
