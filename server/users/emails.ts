import { queueMail } from "#server/lib/work/outbox.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { buildLink, renderEmail } from "#server/mail/email-template.ts";

type MailCtx = Pick<Ctx, "app" | "db" | "now">;
type Reader = { id: string; email: string; fullname: string };
type MailedLink = { token: string; key: string };

const NOT_EXPECTED = "If you did not expect this mail, you need not do anything.";

export async function mailInvitation(
  ctx: MailCtx,
  to: Reader,
  { link, hours, by, company }: { link: MailedLink; hours: number; by: string; company: string | null },
): Promise<void> {
  const email = await renderEmail(ctx, {
    subject: company ? `You are invited to the help desk of ${company}` : "You are invited to the help desk",
    lines: [
      `${by} invited you to the help desk${company ? ` as a member of ${company}` : ""}.`,
      "Follow the link to set your name and a password.",
      `The link works once, for ${formatHours(hours)}.`,
    ],
    button: { label: "Accept the invitation", url: buildLink(ctx, `/accept-invite/${link.token}`) },
    footer: NOT_EXPECTED,
  });
  await queueMail(ctx, { ...email, to: to.email, userId: to.id, dedupeKey: link.key });
}

export async function mailPasswordLink(
  ctx: MailCtx,
  to: Reader,
  { link, hours, why }: { link: MailedLink; hours: number; why: string },
): Promise<void> {
  const email = await renderEmail(ctx, {
    subject: "Set a new password",
    lines: [`Hello ${to.fullname},`, why, `The link works once, for ${formatHours(hours)}.`],
    button: { label: "Set a new password", url: buildLink(ctx, `/reset-password/${link.token}`) },
    footer: NOT_EXPECTED,
  });
  await queueMail(ctx, { ...email, to: to.email, userId: to.id, dedupeKey: link.key });
}

/** Mails the old address about the change, with a link to undo it for 72 hours. */
export async function mailAddressChanged(
  ctx: MailCtx,
  to: Reader,
  { newEmail, link, hours }: { newEmail: string; link: MailedLink; hours: number },
): Promise<void> {
  const email = await renderEmail(ctx, {
    subject: "Your e-mail address was changed",
    lines: [
      `Hello ${to.fullname},`,
      `The address of your account is now ${newEmail}.`,
      `If this was not you, take it back: the link works once, for ${formatHours(hours)}.`,
    ],
    button: { label: "Take the change back", url: buildLink(ctx, `/undo-email-change/${link.token}`) },
    footer: "You get this mail because it was sent to your address until now.",
  });
  await queueMail(ctx, { ...email, to: to.email, userId: to.id, dedupeKey: link.key });
}

/** Mails an address that has nothing to decide: an administrator moved the account, or it was moved here. */
export async function mailAddressNotice(
  ctx: MailCtx,
  to: Reader,
  { newEmail }: { newEmail: string },
): Promise<void> {
  const email = await renderEmail(ctx, {
    subject: "The e-mail address of an account was changed",
    lines: [
      `Hello ${to.fullname},`,
      `The address of your account is now ${newEmail}. Use it to sign in.`,
      "If you did not ask for this, tell whoever runs your help desk.",
    ],
    button: { label: "Go to the help desk", url: buildLink(ctx, "/login") },
    footer: "You get this mail because it concerns the safety of your account.",
  });
  await queueMail(ctx, { ...email, to: to.email, userId: to.id });
}

function formatHours(hours: number): string {
  if (hours === 1) return "one hour";
  return hours > 48 && hours % 24 === 0 ? `${hours / 24} days` : `${hours} hours`;
}
