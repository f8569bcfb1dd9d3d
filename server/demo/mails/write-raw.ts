import MailComposer from "nodemailer/lib/mail-composer";

type Party = { name: string; address: string };

export type WrittenMail = {
  messageId: string;
  from: Party;
  to: string;
  cc?: string[];
  subject: string;
  text: string;
  at: Date;
  inReplyTo?: string;
  headers?: Record<string, string>;
  file?: { name: string; content: string };
};

/** Writes a mail as a mail program would send it; the same mail gives the same bytes. */
export function writeRaw(mail: WrittenMail): Promise<Buffer> {
  const { messageId, from, to, cc, subject, text, at, inReplyTo, headers, file } = mail;
  const composer = new MailComposer({
    messageId,
    from,
    to,
    cc,
    subject,
    text,
    date: at,
    inReplyTo,
    references: inReplyTo,
    headers,
    attachments: file ? [{ filename: file.name, content: file.content }] : [],
    baseBoundary: messageId.replaceAll(/[^\w]/g, ""),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}
