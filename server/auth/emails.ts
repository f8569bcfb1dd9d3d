import type { Ctx } from "#server/lib/request-context.ts";
import { queueMail } from "#server/lib/work/outbox.ts";
import { buildLink, renderEmail } from "#server/mail/email-template.ts";
import { MAIL_MESSAGES } from "#server/mail/messages.ts";
import { MAIL_MESSAGES as GERMAN_MAIL_MESSAGES } from "#server/mail/messages.de.ts";
import { readMessagesFor } from "#server/mail/reader-language.ts";
import { AUTH_EMAIL_MESSAGES } from "./email-messages.ts";
import { AUTH_EMAIL_MESSAGES as GERMAN_MESSAGES } from "./email-messages.de.ts";

type MailCtx = Pick<Ctx, "app" | "db" | "now">;
type Reader = { id: string; email: string; fullname: string };

const MESSAGES = {
  en: { ...MAIL_MESSAGES, ...AUTH_EMAIL_MESSAGES },
  de: { ...GERMAN_MAIL_MESSAGES, ...GERMAN_MESSAGES },
};
type Messages = (typeof MESSAGES)["en"];

/** Sent after a change by its owner and after a reset by link: whoever did it, the owner hears of it. */
export async function mailPasswordChanged(ctx: MailCtx, to: Reader): Promise<void> {
  await mailNotice(ctx, to, (messages) => [messages.passwordChanged, messages.passwordChangedLine]);
}

export async function mailSecondFactorOn(ctx: MailCtx, to: Reader): Promise<void> {
  await mailNotice(ctx, to, (messages) => [messages.factorOn, messages.factorOnLine]);
}

export async function mailSecondFactorOff(ctx: MailCtx, to: Reader): Promise<void> {
  await mailNotice(ctx, to, (messages) => [messages.factorOff, messages.factorOffLine]);
}

export async function mailSecondFactorReset(ctx: MailCtx, to: Reader, by: string): Promise<void> {
  await mailNotice(ctx, to, (messages) => [messages.factorReset, messages.factorResetLine(by)]);
}

export async function mailNewRecoveryCodes(ctx: MailCtx, to: Reader): Promise<void> {
  await mailNotice(ctx, to, (messages) => [messages.newCodes, messages.newCodesLine]);
}

export async function mailRecoveryCodeUsed(ctx: MailCtx, to: Reader, left: number): Promise<void> {
  await mailNotice(ctx, to, (messages) => [messages.codeUsed, messages.codeUsedLine(left)]);
}

async function mailNotice(
  ctx: MailCtx,
  to: Reader,
  write: (messages: Messages) => [subject: string, line: string],
): Promise<void> {
  const { messages, ...look } = await readMessagesFor(ctx, to.id, MESSAGES);
  const [subject, line] = write(messages);
  const email = renderEmail({
    ...look,
    subject,
    lines: [messages.hello(to.fullname), line, messages.notYou],
    button: { label: messages.setPassword, url: buildLink(ctx, "/forgot-password") },
    footer: messages.footer,
  });
  await queueMail(ctx, { ...email, to: to.email, userId: to.id });
}
