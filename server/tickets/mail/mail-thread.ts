import { sql } from "kysely";
import type { Db, App } from "#server/lib/request-context.ts";
import { findMailDomain, queueMail } from "#server/lib/work/outbox.ts";
import { buildLink, renderEmail, type EmailContent } from "#server/mail/email-template.ts";
import { readMessagesFor } from "#server/mail/reader-language.ts";
import { buildReplyAddress } from "#server/mail/reply-address.ts";
import { filterMailReaders, type Topic } from "#server/settings/read.ts";
import { readSecret } from "#server/settings/signing-secrets.ts";
import { TICKET_MESSAGES, type TicketMessages } from "./every-language.ts";

/*
 * Mails about a ticket become one conversation in every mail program. All of them refer to one Message-ID that
 * no mail ever had, `<ticket-ID@domain>`, and to the mails about the ticket that the same reader got before:
 *
 *   first mail   Message-ID <a>   References <ticket-ID>          In-Reply-To <ticket-ID>
 *   second mail  Message-ID <b>   References <ticket-ID> <a>      In-Reply-To <a>
 */

export type MailContext = { app: App; db: Db; now: Date };
type Reader = { id: string; email: string; fullname: string; user_type: "internal" | "external" };
export type MailedTicket = { id: string; uid: string; number: number; subject: string };

type Message = {
  topic: Topic;
  /** Distinguishes this news from other news of the ticket; each reader gets it once. */
  key: string;
  isAnswer: boolean;
  write: (messages: TicketMessages) => Pick<EmailContent, "lines" | "footer">;
};

/** Mails each of these people who still sees the ticket and has not said no. */
export async function mailReaders(
  context: MailContext,
  ticket: MailedTicket,
  readerIds: readonly string[],
  message: Message,
): Promise<void> {
  const wanting = await filterMailReaders(context.db, message.topic, [...new Set(readerIds)]);
  for (const reader of await findReaders(context.db, ticket.id, [...wanting])) {
    await mailReader(context, ticket, reader, message);
  }
}

async function mailReader(
  context: MailContext,
  ticket: MailedTicket,
  reader: Reader,
  message: Message,
): Promise<void> {
  const subject = `[${ticket.uid}] ${ticket.subject}`;
  const { language, messages } = await readMessagesFor(context.db, reader.id, TICKET_MESSAGES);
  const { lines, footer } = message.write(messages);
  const email = await renderEmail(context, {
    language,
    subject: message.isAnswer ? `Re: ${subject}` : subject,
    lines: [messages.hello(reader.fullname), ...lines],
    button: { label: messages.open(ticket.uid), url: buildLink(context, `/tickets/${ticket.id}`) },
    footer: `${footer} ${messages.switchOff}`,
  });
  const { config } = context.app;
  const secret = await readSecret(context.db, "reply_secret");
  const thread = await findThread(context, ticket.id, reader.email);
  await queueMail(context, {
    ...email,
    ...thread,
    to: reader.email,
    ticketId: ticket.id,
    userId: reader.id,
    dedupeKey: `${message.key}:${reader.id}`,
    replyTo: buildReplyAddress(config, secret, { number: ticket.number, userId: reader.id }) ?? undefined,
  });
}

const MAX_REFERENCES = 10;

async function findThread(context: MailContext, ticketId: string, email: string) {
  const root = `<ticket-${ticketId}@${findMailDomain(context.app.config)}>`;
  const earlier = await context.db
    .selectFrom("mails")
    .select("message_id")
    .where("ticket_id", "=", ticketId)
    .where("to", "=", email)
    .orderBy("position", "desc")
    .limit(sql.lit(MAX_REFERENCES))
    .execute();
  const references = [root, ...earlier.map(({ message_id }) => message_id).toReversed()];
  return { references, inReplyTo: references.at(-1) };
}

/**
 * Finds readers: staff who read tickets, and external people who are on this one, without deleted people and companies.
 */
async function findReaders(db: Db, ticketId: string, ids: string[]): Promise<Reader[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom("users as u")
    .leftJoin("companies as c", "c.id", "u.company_id")
    .select(["u.id", "u.email", "u.fullname", "u.user_type"])
    .where("u.id", "in", ids)
    .where("u.deleted_at", "is", null)
    .where("c.deleted_at", "is", null)
    .where((eb) =>
      eb.or([
        eb("u.user_type", "=", "internal"),
        eb.exists(
          eb
            .selectFrom("tickets as t")
            .select("t.id")
            .where("t.id", "=", ticketId)
            .whereRef("t.client_id", "=", "u.id"),
        ),
        eb.exists(
          eb
            .selectFrom("participants as p")
            .select("p.user_id")
            .where("p.ticket_id", "=", ticketId)
            .whereRef("p.user_id", "=", "u.id"),
        ),
      ]),
    )
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("user_roles as ur")
          .innerJoin("role_permissions as rp", "rp.role_id", "ur.role_id")
          .select("rp.permission")
          .whereRef("ur.user_id", "=", "u.id")
          .where("rp.permission", "=", "tickets.read"),
      ),
    )
    .orderBy("u.id")
    .execute();
}

/** Finds a ticket with everybody on it: requester, participants and assignee. Null for a ticket in the trash. */
export async function findMailedTicket(db: Db, id: string) {
  const ticket = await db
    .selectFrom("tickets as t")
    .leftJoin("users as a", "a.id", "t.assignee_id")
    .select(["t.id", "t.uid", "t.number", "t.subject", "t.issue", "t.client_id", "t.assignee_id"])
    .select("a.fullname as assignee_fullname")
    .where("t.id", "=", id)
    .where("t.deleted_at", "is", null)
    .executeTakeFirst();
  if (!ticket) return null;
  const followers = await db
    .selectFrom("participants")
    .select("user_id")
    .where("ticket_id", "=", id)
    .execute();
  return { ...ticket, followers: followers.map(({ user_id }) => user_id) };
}
