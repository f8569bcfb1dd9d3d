import { queueMail } from "#server/lib/work/outbox.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { buildLink, renderEmail } from "#server/mail/email-template.ts";
import { MAIL_MESSAGES } from "#server/mail/messages.ts";
import { MAIL_MESSAGES as GERMAN_MAIL_MESSAGES } from "#server/mail/messages.de.ts";
import { readMessagesFor } from "#server/mail/reader-language.ts";
import { USER_EMAIL_MESSAGES } from "./email-messages.ts";
import { USER_EMAIL_MESSAGES as GERMAN_MESSAGES } from "./email-messages.de.ts";

type MailCtx = Pick<Ctx, "app" | "db" | "now">;
type Reader = { id: string; email: string; fullname: string };
type MailedLink = { token: string; key: string };

const MESSAGES = {
  en: { ...MAIL_MESSAGES, ...USER_EMAIL_MESSAGES },
  de: { ...GERMAN_MAIL_MESSAGES, ...GERMAN_MESSAGES },
};
export type UserEmailMessages = (typeof MESSAGES)["en"];

export async function mailInvitation(
  ctx: MailCtx,
  to: Reader,
  { link, hours, by, company }: { link: MailedLink; hours: number; by: string; company: string | null },
): Promise<void> {
  const { messages, ...look } = await readMessagesFor(ctx, to.id, MESSAGES);
  const email = renderEmail({
    ...look,
    subject: company ? messages.invitedTo(company) : messages.invited,
    lines: [
      company ? messages.invitedAsMember(by, company) : messages.invitedBy(by),
      messages.setNameAndPassword,
      messages.worksOnce(hours),
    ],
    button: { label: messages.accept, url: buildLink(ctx, `/accept-invite/${link.token}`) },
    footer: messages.notExpected,
  });
  await queueMail(ctx, { ...email, to: to.email, userId: to.id, dedupeKey: link.key });
}

type PasswordLink = { link: MailedLink; hours: number; why: (messages: UserEmailMessages) => string };

export async function mailPasswordLink(
  ctx: MailCtx,
  to: Reader,
  { link, hours, why }: PasswordLink,
): Promise<void> {
  const { messages, ...look } = await readMessagesFor(ctx, to.id, MESSAGES);
  const email = renderEmail({
    ...look,
    subject: messages.setPassword,
    lines: [messages.hello(to.fullname), why(messages), messages.worksOnce(hours)],
    button: { label: messages.setPassword, url: buildLink(ctx, `/reset-password/${link.token}`) },
    footer: messages.notExpected,
  });
  await queueMail(ctx, { ...email, to: to.email, userId: to.id, dedupeKey: link.key });
}

/** Mails the old address about the change, with a link to undo it for 72 hours. */
export async function mailAddressChanged(
  ctx: MailCtx,
  to: Reader,
  { newEmail, link, hours }: { newEmail: string; link: MailedLink; hours: number },
): Promise<void> {
  const { messages, ...look } = await readMessagesFor(ctx, to.id, MESSAGES);
  const email = renderEmail({
    ...look,
    subject: messages.addressChanged,
    lines: [messages.hello(to.fullname), messages.addressIsNow(newEmail), messages.takeItBack(hours)],
    button: { label: messages.takeBack, url: buildLink(ctx, `/undo-email-change/${link.token}`) },
    footer: messages.sentUntilNow,
  });
  await queueMail(ctx, { ...email, to: to.email, userId: to.id, dedupeKey: link.key });
}

/** Mails an address that has nothing to decide: an administrator moved the account, or it was moved here. */
export async function mailAddressNotice(
  ctx: MailCtx,
  to: Reader,
  { newEmail }: { newEmail: string },
): Promise<void> {
  const { messages, ...look } = await readMessagesFor(ctx, to.id, MESSAGES);
  const email = renderEmail({
    ...look,
    subject: messages.accountMoved,
    lines: [messages.hello(to.fullname), messages.useItToSignIn(newEmail), messages.tellYourDesk],
    button: { label: messages.openDesk, url: buildLink(ctx, "/login") },
    footer: messages.safety,
  });
  await queueMail(ctx, { ...email, to: to.email, userId: to.id });
}
