import { findMailboxForTicket, type Mailbox } from "#server/mailboxes/read.ts";
import type { App, Db } from "#server/lib/request-context.ts";
import type { MailFrom } from "#server/lib/work/outbox.ts";
import { buildReplyAddress } from "#server/mail/reply-address.ts";
import { readTextSetting } from "#server/settings/read.ts";
import { readSecret } from "#server/settings/signing-secrets.ts";
import type { MailedTicket } from "./mailed-ticket.ts";

type Context = { app: App; db: Db };
export type Sender = { mailbox: Mailbox; from: MailFrom };

/**
 * Finds the mailbox that a ticket's mails leave by, with the name before its address: "Idris Okafor, Waypost" for a
 * person's words, else the desk's name. Null where the desk has no mailbox: then the settings' address sends.
 */
export async function findSender(
  { app, db }: Context,
  ticket: Pick<MailedTicket, "mailbox_id" | "group_id">,
  author: string | null,
): Promise<Sender | null> {
  const mailbox = await findMailboxForTicket(db, ticket);
  if (!mailbox) return null;
  const brand = await readTextSetting(db, "brand_name", app.config.brandName);
  const name = author === null ? brand : `${author}, ${brand}`;
  return { mailbox, from: { mailboxId: mailbox.id, name, hasServer: mailbox.smtp_host !== null } };
}

/**
 * Builds the address that answers go to: signed for this reader, or the bare mailbox where its provider delivers no
 * plus-addresses. Undefined where nobody reads what is sent back.
 */
export async function buildReplyTo(
  { app, db }: Context,
  sender: Sender | null,
  signed: { number: number; userId: string },
): Promise<string | undefined> {
  if (sender && !sender.mailbox.plus_addressing) return sender.mailbox.address;
  const secret = await readSecret(db, "reply_secret");
  const mailFrom = sender?.mailbox.address ?? app.config.mailFrom;
  return buildReplyAddress({ mailFrom }, secret, signed) ?? undefined;
}
