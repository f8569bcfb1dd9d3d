import { findMailboxForTicket, type Mailbox } from "#server/mailboxes/read.ts";
import type { App, Db } from "#server/lib/request-context.ts";
import type { MailFrom } from "#server/lib/work/outbox.ts";
import { type Desk, queryDesk, toDesk } from "#server/mail/reader-language.ts";
import { buildReplyAddress } from "#server/mail/reply-address.ts";
import { querySetting } from "#server/settings/read.ts";
import { readSecret } from "#server/settings/signing-secrets.ts";
import type { MailedTicket } from "./mailed-ticket.ts";

/** Who writes to the readers of a ticket; without a mailbox the settings' address sends. */
export type Sender = Desk & { from: MailFrom | null; mailbox: Mailbox | null; replySecret: string };

/**
 * Reads who writes about a ticket, for all of a mail's readers: the mailbox that its mails leave by, with the name before its
 * address, which is "Idris Okafor, Waypost" for a person's words, else the desk's name.
 */
export async function readSender(
  { app, db }: { app: App; db: Db },
  ticket: Pick<MailedTicket, "mailbox_id" | "group_id">,
  author: string | null,
): Promise<Sender> {
  const { reply_secret: kept, ...stored } = await db
    .selectNoFrom([...queryDesk(db), querySetting(db, "reply_secret").as("reply_secret")])
    .executeTakeFirstOrThrow();
  const desk = toDesk({ app }, stored);
  const replySecret = typeof kept === "string" ? kept : await readSecret(db, "reply_secret");
  const mailbox = await findMailboxForTicket(db, ticket);
  const name = author === null ? desk.brand : `${author}, ${desk.brand}`;
  const from = mailbox && { mailboxId: mailbox.id, name, hasServer: mailbox.smtp_host !== null };
  return { ...desk, replySecret, mailbox, from };
}

/**
 * Builds the address that answers go to: signed for this reader, or the bare mailbox where its provider delivers no
 * plus-addresses. Undefined where nobody reads what is sent back.
 */
export function buildReplyTo(
  { config }: Pick<App, "config">,
  { mailbox, replySecret }: Sender,
  signed: { number: number; userId: string },
): string | undefined {
  if (mailbox && !mailbox.plus_addressing) return mailbox.address;
  const mailFrom = mailbox?.address ?? config.mailFrom;
  return buildReplyAddress({ mailFrom }, replySecret, signed) ?? undefined;
}
