import { type Selectable } from "kysely";
import { createTransport } from "nodemailer";
import type { Tables } from "#server/db/tables.ts";
import type { App, MailSender } from "../request-context.ts";

type QueuedMail = Selectable<Tables["mails"]>;

/**
 * Hands a mail to a mail server: that of its mailbox, else the desk's. The timeouts of the transport bound a silence,
 * `deadline` (milliseconds) the whole. Throws what the server, the sign-in or the network said.
 */
export async function handOverMail(app: App, mail: QueuedMail, deadline: number): Promise<void> {
  const signal = AbortSignal.timeout(deadline);
  const sender = mail.mailbox_id === null ? null : await app.mailSenders.find(mail.mailbox_id);
  const transport = openTransport(app, sender);
  const sending = transport.sendMail({
    signal,
    ...addressed(app, mail, sender),
    replyTo: mail.reply_to ?? undefined,
    subject: mail.subject,
    text: mail.body_text,
    html: mail.body_html,
    messageId: mail.message_id,
    inReplyTo: mail.in_reply_to ?? undefined,
    references: mail.references ?? undefined,
    date: mail.created_at,
    headers: { ...automaticHeaders(mail), "X-Waypost-Desk": await app.mailSenders.readDeskId() },
    attachments: await openFiles(app, mail.attachment_ids),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  await sending.catch((error: unknown) => {
    if (!signal.aborted) throw error;
    throw new Error(`The mail server took longer than ${deadline / 1000} seconds`, { cause: error });
  });
}

/**
 * The server's final word (RFC 5321, 5yz) on this reader or these words. What it says before it has heard of either, and that
 * we may not send by it, are matters of settings: whoever mends them loses no mail.
 */
export function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error) || !("command" in error && "responseCode" in error)) return false;
  const code = Number(error.responseCode);
  if (code < 500 || code >= 600) return false;
  if (error.command === "DATA") return true;
  return error.command === "RCPT TO" && code !== 530 && !SENDING_REFUSED.test(error.message);
}

/** Many servers say so at the reader only: by X.7.Y (RFC 3463), or in words alone. */
const SENDING_REFUSED = /\b5\.7\.\d|\brelay/i;

/** A mailbox that is gone leaves the mail to the address of the settings. */
function addressed(app: App, mail: QueuedMail, sender: MailSender | null) {
  // Objects instead of texts, so that an address full of commas stays one address.
  const to = { name: "", address: mail.to };
  if (sender === null) return { from: app.config.mailFrom, to };
  return {
    from: { name: mail.from_name ?? "", address: sender.address },
    to,
    envelope: { from: sender.address, to: mail.to },
  };
}

/** Keeps programs from answering what a machine wrote (RFC 3834); a person's letter may be answered by an absence. */
function automaticHeaders({ auto_submitted: kind }: QueuedMail): Record<string, string> {
  return kind === "no" ? {} : { "Auto-Submitted": kind, "X-Auto-Response-Suppress": "All" };
}

function openTransport(app: App, sender: MailSender | null) {
  const bounds = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
  if (sender?.server) return createTransport({ ...sender.server, ...bounds });
  const url = app.config.smtpUrl;
  if (url === null) throw new Error("There is no mail server");
  return createTransport({ url, ...bounds });
}

/** Opens the files that travel with a mail, in their order; one that was deleted meanwhile stays behind. */
async function openFiles(app: App, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await app.db
    .selectFrom("attachments")
    .select(["id", "name", "media_type", "blob_hash"])
    .where("id", "in", [...ids])
    .where("deleted_at", "is", null)
    .execute();
  const files = [];
  for (const row of rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))) {
    const kept = await app.files.read(row.blob_hash);
    if (!kept) throw new Error(`The file ${row.name} is not in the store`);
    files.push({ filename: row.name, contentType: row.media_type, content: kept.stream });
  }
  return files;
}
