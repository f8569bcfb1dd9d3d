import { composeMail, filePart, multipart, textPart } from "./compose.ts";
import type { CorpusMail } from "./corpus-mail.ts";

const SENT = "<mail-17@waypost.example>";
const ADDRESS = "tomas@kestrel.example";
const RETURNED = Buffer.from(
  `From: help@waypost.example\r\nTo: ${ADDRESS}\r\nMessage-ID: ${SENT}\r\nSubject: Printer\r\n`,
);

/** What servers write when a mail does not arrive: by RFC 3464, and in words of their own. */
export function bounces(): CorpusMail[] {
  return [
    report("a report of an unknown mailbox", "failed", "5.1.1", "message/rfc822"),
    report("a report with the header alone", "failed", "5.2.2", "text/rfc822-headers"),
    report("a report of a delay", "delayed", "4.4.7", "message/rfc822"),
    plain("exim", { fields: [`X-Failed-Recipients: ${ADDRESS}`], text: EXIM, status: "5.0.0" }),
    plain("qmail", { fields: [], text: QMAIL, status: "5.1.1" }),
    plain("exchange", { fields: [], text: EXCHANGE, status: "5.1.10", subject: "Unzustellbar: Printer" }),
    plain("postfix, without a report", {
      fields: ["Auto-Submitted: auto-replied"],
      text: POSTFIX,
      status: "5.7.1",
    }),
  ];
}

function report(name: string, action: string, status: string, returnedAs: string): CorpusMail {
  const fields = [
    "Reporting-MTA: dns; mx.kestrel.example",
    "",
    `Final-Recipient: rfc822; ${ADDRESS}`,
    `Action: ${action}`,
    `Status: ${status}`,
    "Diagnostic-Code: smtp; 550 5.1.1 User unknown",
  ];
  const text = "I could not deliver your message.";
  const parts = [
    textPart(text),
    { type: "message/delivery-status", body: Buffer.from(fields.join("\r\n")) },
    { type: returnedAs, body: RETURNED },
  ];
  const raw = composeMail(
    header("Undelivered Mail Returned to Sender"),
    multipart("report", parts, "; report-type=delivery-status"),
  );
  return bounce(name, raw, text, "Undelivered Mail Returned to Sender", status);
}

function plain(name: string, { fields, text, status, subject = "Mail delivery failed" }: Plain): CorpusMail {
  const file = filePart("Printer.eml", "message/rfc822", RETURNED);
  const hasId = text.includes(SENT);
  const part = hasId ? textPart(text) : multipart("mixed", [textPart(text), file]);
  const mail = bounce(
    `a bounce of ${name}`,
    composeMail([...header(subject), ...fields], part),
    text,
    subject,
    status,
  );
  if (!hasId) mail.expected.files = [{ name: "Printer.eml", refusedAs: null }];
  return mail;
}

type Plain = { fields: string[]; text: string; status: string; subject?: string };

function bounce(name: string, raw: Buffer, words: string, subject: string, status: string): CorpusMail {
  return {
    name,
    raw,
    expected: {
      subject,
      from: "mailer-daemon@kestrel.example",
      words,
      folded: null,
      files: [],
      kind: "bounce",
      bounce: { address: ADDRESS, status, messageId: SENT },
    },
  };
}

function header(subject: string): string[] {
  return [
    "Return-Path: <>",
    "From: Mail Delivery System <mailer-daemon@kestrel.example>",
    "To: help@waypost.example",
    `Subject: ${subject}`,
  ];
}

const EXIM = `This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  ${ADDRESS}
    host mx.kestrel.example [192.0.2.7]
    SMTP error from remote mail server after RCPT TO:<${ADDRESS}>:
    550 no such mailbox`;

const QMAIL = `Hi. This is the qmail-send program at kestrel.example.
I'm afraid I wasn't able to deliver your message to the following addresses.

<${ADDRESS}>:
Sorry, no mailbox here by that name. (#5.1.1)

--- Below this line is a copy of the message.

Return-Path: <help@waypost.example>
Message-ID: ${SENT}
Subject: Printer`;

const EXCHANGE = `Fehler bei der Nachrichtenzustellung an folgende Empfänger oder Gruppen:

${ADDRESS}
Die eingegebene E-Mail-Adresse wurde nicht gefunden.

Remote Server returned '550 5.1.10 RESOLVER.ADR.RecipientNotFound'`;

const POSTFIX = `This is the mail system at host mx.kestrel.example.

I'm sorry to have to inform you that your message could not
be delivered to one or more recipients.

<${ADDRESS}>: host mx.kestrel.example[192.0.2.7] said: 554 5.7.1
    Relay access denied (in reply to RCPT TO command)`;
