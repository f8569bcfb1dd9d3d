import type { Ctx } from "#server/lib/request-context.ts";
import { queueMail } from "#server/lib/work/outbox.ts";
import { buildLink, renderEmail } from "#server/mail/email-template.ts";

type MailCtx = Pick<Ctx, "app" | "db" | "now">;
type Reader = { id: string; email: string; fullname: string };

/** Sent after a change by its owner and after a reset by link: whoever did it, the owner hears of it. */
export async function mailPasswordChanged(ctx: MailCtx, to: Reader): Promise<void> {
  const email = await renderEmail(ctx, {
    subject: "Your password was changed",
    lines: [
      `Hello ${to.fullname},`,
      "The password of your account was changed, and every other session was signed out.",
      "If this was not you, set a new password at once.",
    ],
    button: { label: "Set a new password", url: buildLink(ctx, "/forgot-password") },
    footer: "You get this mail because it concerns the safety of your account.",
  });
  await queueMail(ctx, { ...email, to: to.email, userId: to.id });
}

export async function mailSecondFactorOn(ctx: MailCtx, to: Reader): Promise<void> {
  await mailNotice(ctx, to, {
    subject: "Two-factor sign-in was turned on",
    line: "Signing in to your account now asks for a code of your authenticator app, and every other session was signed out.",
  });
}

export async function mailSecondFactorOff(ctx: MailCtx, to: Reader): Promise<void> {
  await mailNotice(ctx, to, {
    subject: "Two-factor sign-in was turned off",
    line: "Your password alone signs in to your account now, and every other session was signed out.",
  });
}

export async function mailSecondFactorReset(ctx: MailCtx, to: Reader, by: string): Promise<void> {
  await mailNotice(ctx, to, {
    subject: "Two-factor sign-in was reset",
    line: `${by} took the second factor of your account away, and every session was signed out. Sign in with your password, and set it up again.`,
  });
}

export async function mailNewRecoveryCodes(ctx: MailCtx, to: Reader): Promise<void> {
  await mailNotice(ctx, to, {
    subject: "Your recovery codes were replaced",
    line: "New recovery codes were made for your account. The earlier ones do not work any more.",
  });
}

export async function mailRecoveryCodeUsed(ctx: MailCtx, to: Reader, left: number): Promise<void> {
  await mailNotice(ctx, to, {
    subject: "A recovery code was used",
    line: `Somebody signed in to your account with a recovery code. ${left === 1 ? "1 code is" : `${left} codes are`} left.`,
  });
}

async function mailNotice(
  ctx: MailCtx,
  to: Reader,
  { subject, line }: { subject: string; line: string },
): Promise<void> {
  const email = await renderEmail(ctx, {
    subject,
    lines: [`Hello ${to.fullname},`, line, "If this was not you, set a new password at once."],
    button: { label: "Set a new password", url: buildLink(ctx, "/forgot-password") },
    footer: "You get this mail because it concerns the safety of your account.",
  });
  await queueMail(ctx, { ...email, to: to.email, userId: to.id });
}
