import { pipeline, type Readable } from "node:stream";
import { LIMITS } from "#contract/limits.ts";
import { HOOK_HEADERS } from "#contract/mailboxes/hook.ts";
import type { App } from "#server/lib/request-context.ts";
import { refuse } from "#server/lib/refusal.ts";
import { readHookSecrets } from "#server/mailboxes/hook-secret.ts";
import { findMailbox, type Mailbox } from "#server/mailboxes/read.ts";
import { MailTooLarge, storeMail } from "../../store.ts";
import { checkSigned, readSignature } from "./signature.ts";

/** A request as the hook sees it, before a byte of its body is read. */
type HandedIn = {
  mailboxId: string;
  headers: Record<string, string | string[] | undefined>;
  body: Readable;
};

/** Seconds after which a paused mailbox is worth another try. */
const PAUSED_AGAIN = 300;

/**
 * Stores a signed mail. Its last byte tells whether it is what was signed: until then nothing of it is kept. Refuses 404,
 * 403, 413, 415, and 503 while the mailbox is paused.
 */
export async function receiveMail(
  app: App,
  { mailboxId, headers, body }: HandedIn,
): Promise<{ id: string; isDuplicate: boolean }> {
  if (!/^message\/rfc822\s*(;|$)/i.test(textOf(headers["content-type"])))
    throw refuse(415, "mailbox.not_a_mail");
  const mailbox = await findMailbox(app.db, mailboxId);
  if (!mailbox) throw refuse(404, "mailbox.not_found");
  const signature = readSignature(textOf(headers[HOOK_HEADERS.signature]), app.clock.now());
  const secrets = await readHookSecrets(app, mailbox.id);
  if (secrets.length === 0) throw refuse(403, "mailbox.signature_wrong");
  if (!mailbox.active) throw refuse(503, "mailbox.paused", { retryAfter: PAUSED_AGAIN });
  if (Number(headers["content-length"] ?? 0) > LIMITS.mailBytes) throw refuse(413, "mailbox.mail_too_large");
  const envelope = { from: textOf(headers[HOOK_HEADERS.from]), to: textOf(headers[HOOK_HEADERS.to]) };
  const checked = checkSigned(signature, envelope, secrets);
  pipeline(body, checked, () => {});
  return storeSigned(app, mailbox, checked, envelope).catch((error: unknown) => {
    if (error instanceof MailTooLarge) throw refuse(413, "mailbox.mail_too_large");
    throw body.readableAborted ? refuse(400, "upload.cut_off") : error;
  });
}

/** Whoever calls the hook is not the server that the mail came from: nothing is said about that one. */
function storeSigned(app: App, { id }: Mailbox, raw: Readable, { from, to }: { from: string; to: string }) {
  return storeMail(app, raw, {
    door: "hook",
    mailboxId: id,
    envelopeFrom: from,
    envelopeTo: to.split(",").flatMap((address) => address.trim() || []),
  });
}

function textOf(header: string | string[] | undefined): string {
  return (Array.isArray(header) ? header[0] : header) ?? "";
}
