import type { Ctx } from "#server/lib/request-context.ts";
import { recordEvent } from "#server/lib/work/history.ts";
import { carriesLink, queueMail, retryMail } from "#server/lib/work/outbox.ts";
import { refuse } from "#server/lib/refusal.ts";
import { buildLink, renderEmail } from "./email-template.ts";
import { MAIL_MESSAGES } from "./messages.ts";
import { MAIL_MESSAGES as GERMAN_MAIL_MESSAGES } from "./messages.de.ts";
import { getMail } from "./read.ts";
import { readMessagesFor } from "./reader-language.ts";

const MESSAGES = { en: MAIL_MESSAGES, de: GERMAN_MAIL_MESSAGES };

/** Sends a message to the caller, to test the mail server; its state is in the list. */
export async function sendTestMail(ctx: Ctx) {
  const { messages, ...look } = await readMessagesFor(ctx, ctx.actor.id, MESSAGES);
  const email = renderEmail({
    ...look,
    subject: messages.testSubject,
    lines: [messages.hello(ctx.actor.fullname), messages.testLine],
    button: { label: messages.openDesk, url: buildLink(ctx, "/") },
    footer: messages.testFooter,
  });
  const id = await queueMail(ctx, { ...email, to: ctx.actor.email, userId: ctx.actor.id });
  if (id === null) throw new Error("a mail without a key is always queued");
  await recordEvent(ctx, { id, kind: "mail.tested" });
  return getMail(ctx, id);
}

/** Queues a failed mail again. Refuses 409 for a mail that has not failed, or whose link was forgotten when it did. */
export async function sendAgain(ctx: Ctx, id: string) {
  const mail = await getMail(ctx, id);
  if (mail.state === "failed" && carriesLink(mail)) throw refuse(409, "mail.link_gone");
  if (!(await retryMail(ctx, id))) throw refuse(409, "mail.not_failed");
  await recordEvent(ctx, { id, kind: "mail.retried" });
  return getMail(ctx, id);
}
