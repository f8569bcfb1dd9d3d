import { randomUUID } from "node:crypto";

/** What a mail server sends back about a mail that it could not deliver (RFC 3464); permanent unless said. */
export function writeReturned(
  messageId: string,
  recipient: string,
  { status = "5.1.1", said = "mailbox unknown" }: { status?: string; said?: string } = {},
): Buffer {
  const domain = recipient.split("@")[1];
  return Buffer.from(
    [
      `From: MAILER-DAEMON@mx.${domain}`,
      "To: help@waypost.test",
      "Subject: Undelivered Mail Returned to Sender",
      `Message-ID: <${randomUUID()}@mx.${domain}>`,
      'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
      "",
      "--b",
      "Content-Type: text/plain",
      "",
      "It could not be delivered.",
      "--b",
      "Content-Type: message/delivery-status",
      "",
      `Reporting-MTA: dns; mx.${domain}`,
      "",
      `Final-Recipient: rfc822; ${recipient}`,
      `Action: ${status.startsWith("4") ? "delayed" : "failed"}`,
      `Status: ${status}`,
      `Diagnostic-Code: smtp; ${status.startsWith("4") ? 450 : 550} ${status} ${said}`,
      "",
      "--b",
      "Content-Type: text/rfc822-headers",
      "",
      `Message-ID: ${messageId}`,
      "Subject: Re: x",
      "",
      "--b--",
      "",
    ].join("\r\n"),
  );
}
