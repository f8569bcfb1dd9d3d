import type { App, MailSenders } from "#server/lib/request-context.ts";
import { readDeskId } from "#server/settings/signing-secrets.ts";
import { findMailbox } from "./read.ts";
import { readSmtpSignIn, smtpOptions } from "./sign-in.ts";

/** Opens what sends mails of mailboxes. `getApp` is asked at the first mail: senders are a part of it. */
export function openMailSenders(getApp: () => App): MailSenders {
  let deskId: string | undefined;
  return {
    async find(mailboxId) {
      const app = getApp();
      const mailbox = await findMailbox(app.db, mailboxId);
      if (mailbox === null) return null;
      const own = await readSmtpSignIn(app, mailbox);
      return { address: mailbox.address, server: own && smtpOptions(app, own) };
    },
    readDeskId: async () => (deskId ??= await readDeskId(getApp().db)),
  };
}
