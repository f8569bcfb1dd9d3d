import type { z } from "zod";
import type { users } from "#contract/users.ts";
import { emailToAddress, mayTellOwner } from "#server/allowances/emails-per-address.ts";
import { spendAllowances } from "#server/allowances/spend.ts";
import { hasLink, makeLink, redeemLink } from "#server/auth/action-links.ts";
import { endLinksAfter } from "#server/auth/revoke-action-links.ts";
import { revokeSessions } from "#server/auth/session/session.ts";
import type { Ctx, OpenCtx } from "#server/lib/request-context.ts";
import { recordEvent } from "#server/lib/work/history.ts";
import { refuse } from "#server/lib/refusal.ts";
import { lockPerson, type Person } from "#server/roles/find-user.ts";
import { readUndoneEmail } from "../invite/invite.ts";
import { mailAddressChanged, mailAddressNotice, mailPasswordLink } from "../emails.ts";
import { requireOwnPassword } from "./change-password.ts";
import { isTakenAddress } from "../taken-email-address.ts";
import { refuseTakenEmail, withFreeEmail } from "../create/create-user.ts";
import { findByEmail, getUser } from "../read.ts";

const UNDO_HOURS = 72;

type EmailChange = z.output<typeof users.changeEmail.body>;
type Prepared = { isTold: boolean };

/**
 * Refuses as `requireOwnPassword` does, then counts the change and the letter to the new address before the transaction: a
 * change that was counted stays so, however it ends. Refuses 429 after too many, and after too many that are taken.
 */
export async function prepareEmail(ctx: Ctx, id: string, wanted: EmailChange): Promise<Prepared> {
  const person = await requireOwnPassword(ctx, id, wanted.current_password);
  const { new_email: email } = wanted;
  if (email === person.email || (await isTakenAddress(ctx, email, id))) return { isTold: false };
  const asked = { actorId: id, now: ctx.now };
  await spendAllowances(ctx.app.db, asked, [{ name: "address_changes" }, emailToAddress(email)]);
  return { isTold: await mayTellOwner({ db: ctx.app.db, now: ctx.now }, id) };
}

/** Changes the own address at once; the old one is notified and may undo it for three days (rule 28). */
export async function changeEmail(ctx: Ctx, newEmail: string, { isTold }: Prepared) {
  const person = await lockPerson(ctx, ctx.actor.id);
  if (newEmail === person.email) return getUser(ctx, person.id);
  await refuseTakenEmail(ctx, newEmail, person.id);
  await setEmail(ctx, person.id, newEmail);
  await revokeSessions(ctx.db, person.id, "address changed", ctx.now, ctx.actor.session_id);
  await endLinksAfter(ctx.db, person.id, "address changed", ctx.now);
  await recordEvent(ctx, {
    id: person.id,
    kind: "user.email_changed",
    companyId: person.company_id,
    before: { email: person.email },
    after: { email: newEmail },
  });
  if (isTold) await mailOldAddress(ctx, person, newEmail);
  await mailAddressNotice(ctx, { ...person, email: newEmail }, { newEmail });
  return getUser(ctx, person.id);
}

/**
 * The way back goes to the address that the account had longest, and to no other: an address that was itself set while
 * an earlier change can be undone may be a thief's, and hears only that the account has moved on.
 */
async function mailOldAddress(ctx: Ctx, person: Person, newEmail: string): Promise<void> {
  if (await hasLink(ctx.db, person.id, "undo_email", ctx.now))
    return mailAddressNotice(ctx, person, { newEmail });
  const link = await makeLink(ctx.db, {
    purpose: "undo_email",
    userId: person.id,
    now: ctx.now,
    hours: UNDO_HOURS,
    subject: { email: person.email },
  });
  await mailAddressChanged(ctx, person, { newEmail, link, hours: UNDO_HOURS });
}

/**
 * Restores the address that the link names. The person who changed it knows the password, so every session ends, no
 * other link keeps working, and the restored address gets a link to set a new password.
 */
export async function undoEmailChange(ctx: OpenCtx, token: string): Promise<{ email: string }> {
  const link = await redeemLink(ctx.db, token, ["undo_email"], ctx.now);
  const email = readUndoneEmail(link.subject) ?? link.email;
  const holder = await findByEmail(ctx, email);
  if (holder && holder.id !== link.user_id) throw refuse(409, "user.email_taken");
  await setEmail(ctx, link.user_id, email);
  await revokeSessions(ctx.db, link.user_id, "address change undone", ctx.now);
  await endLinksAfter(ctx.db, link.user_id, "address restored", ctx.now);
  await recordEvent(ctx, {
    id: link.user_id,
    kind: "user.email_change_undone",
    by: link.user_id,
    before: { email: link.email },
    after: { email },
  });
  const reset = await makeLink(ctx.db, {
    purpose: "reset_password",
    userId: link.user_id,
    now: ctx.now,
    hours: UNDO_HOURS,
  });
  await mailPasswordLink(
    ctx,
    { id: link.user_id, email, fullname: link.fullname },
    { link: reset, hours: UNDO_HOURS, why: (messages) => messages.yoursAgain },
  );
  return { email };
}

async function setEmail(ctx: Pick<Ctx, "db">, id: string, email: string): Promise<void> {
  await withFreeEmail(
    ctx.db
      .updateTable("users")
      .set((eb) => ({ email, version: eb("version", "+", 1) }))
      .where("id", "=", id)
      .execute(),
  );
}
