import type { App, MailSenders } from "#server/lib/request-context.ts";
import { readDeskId } from "#server/settings/signing-secrets.ts";
import { findMailbox, type Mailbox } from "./read.ts";
import { readMailboxSecret } from "./secrets.ts";
import { findMailbox } from "./read.ts";
import { readSmtpSignIn, smtpOptions } from "./sign-in.ts";

/** Opens what sends mails of mailboxes. `getApp` is asked at the first mail: senders are a part of it. */
export function openMailSenders(getApp: () => App): MailSenders {
  let deskId: string | undefined;
  return {
    async find(mailboxId) {
      const app = getApp();
      const mailbox = await findMailbox(app.db, mailboxId);
      return mailbox && { address: mailbox.address, server: await openServer(app, mailbox) };
      if (mailbox === null) return null;
      const own = await readSmtpSignIn(app, mailbox);
      return { address: mailbox.address, server: own && smtpOptions(app, own) };
    },
    readDeskId: async () => (deskId ??= await readDeskId(getApp().db)),
  };
}

/** The options of a transport to the mailbox's own server; null where it sends by the desk's. */
async function openServer(app: App, mailbox: Mailbox) {
  const { smtp_host: host, smtp_port, smtp_tls, smtp_username: user } = mailbox;
  if (host === null) return null;
  const pass = user === null ? null : await readMailboxSecret(app, mailbox.id, "smtp");
  if (user !== null && pass === null)
    throw new Error(`The password that ${mailbox.address} sends with cannot be read: enter it again`);
  return {
    host,
    port: smtp_port ?? 587,
    secure: smtp_tls === "implicit",
    requireTLS: smtp_tls === "starttls",
    ignoreTLS: smtp_tls === "none",
    ...(user !== null && pass !== null ? { auth: { user, pass } } : {}),
  };
}
