import type { App, MailSenders } from "#server/lib/request-context.ts";
import { readDeskId } from "#server/settings/signing-secrets.ts";
import { findMailbox } from "./read.ts";

/** Opens what sends mails of mailboxes. `getApp` is asked at the first mail: senders are a part of it. */
export function openMailSenders(getApp: () => App): MailSenders {
  let deskId: string | undefined;
  return {
    async find(mailboxId) {
      const app = getApp();
      const mailbox = await findMailbox(app.db, mailboxId);
      return mailbox && { address: mailbox.address, server: null };
    },
    readDeskId: async () => (deskId ??= await readDeskId(getApp().db)),
  };
}
