import type { z } from "zod";
import { mayManageUser } from "#contract/access/users.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Invite } from "#contract/users.ts";
import type { auth } from "#contract/auth.ts";
import { jobs, type DataOf } from "#contract/jobs.ts";
import { invitationBy, maySendEmail } from "#server/allowances/emails-per-address.ts";
import { spendAllowances } from "#server/allowances/spend.ts";
import { setPassword } from "#server/auth/password/stored-password.ts";
import { expiredInvitee, findLink, makeLink, redeemLink, type NewLink } from "#server/auth/action-links.ts";
import { endLinksAfter } from "#server/auth/revoke-action-links.ts";
import { refuseWeakPassword } from "#server/auth/password/password-policy.ts";
import { toNetwork } from "#server/auth/sign-in/ip-network.ts";
import type { Ctx, Db, App, OpenCtx } from "#server/lib/request-context.ts";
import { recordEvent } from "#server/lib/work/history.ts";
import { enqueue } from "#server/lib/work/enqueue.ts";
import { mayAttempt, type AttemptLimit } from "#server/lib/guard/rate-limit.ts";
import { hashPassword } from "#server/lib/crypto/password-hash.ts";
import { refuse, refuseField } from "#server/lib/refusal.ts";
import { hashToken } from "#server/lib/crypto/token.ts";
import { runTransaction } from "#server/lib/db/transaction.ts";
import { buildLink } from "#server/mail/email-template.ts";
import { findPerson, lockLivingPerson } from "#server/roles/find-user.ts";
import { mailInvitation, mailPasswordLink } from "../emails.ts";
import {
  insertUser,
  recordNewUser,
  renamePrincipal,
  refuseStrangers,
  refuseTakenEmail,
  resolveCompanyAndRoles,
} from "../create/create-user.ts";
import { findFirstInvitation } from "./first-invitation.ts";
import { tryAddress } from "../mail-reach.ts";
import { getUser } from "../read.ts";
import { isTakenAddress } from "../taken-email-address.ts";

const ASKED_FROM: AttemptLimit = { free: 60, firstWait: 60, longest: 900, forget: 3600 };

/** Counts an invitation before the transaction, so that a refusal stays counted. Refuses 403 strangers, 429 too many. */
export async function prepareInvitation(ctx: Ctx, { email }: z.output<typeof Invite>): Promise<void> {
  refuseStrangers(ctx);
  if (await isTakenAddress(ctx, email)) return;
  await spendInvitation(ctx, email);
}

export async function spendInvitation(ctx: Ctx, email: string): Promise<void> {
  const asked = { actorId: ctx.actor.id, now: ctx.now };
  await spendAllowances(ctx.app.db, asked, invitationBy(ctx.actor, email));
}

/** Creates a person without a password, and mails a link to choose one. */
export async function inviteUser(ctx: Ctx, wanted: z.output<typeof Invite>) {
  refuseStrangers(ctx);
  const { user_type, company, roles } = await resolveCompanyAndRoles(ctx, wanted);
  if (user_type === "external" && !company) throw refuseField(422, "company_id", "user.company_required");
  if (company && !company.is_active) throw inactiveCompany();
  await refuseTakenEmail(ctx, wanted.email);
  const id = await insertUser(
    ctx.db,
    {
      email: wanted.email,
      // Chosen on acceptance; until then the address says who it is (rule 115).
      fullname: wanted.fullname || wanted.email.slice(0, wanted.email.indexOf("@")).slice(0, LIMITS.name),
      user_type,
      company_id: company?.id ?? null,
      created_at: ctx.now,
    },
    roles,
  );
  await recordNewUser(ctx, id, "user.invited");
  const outcome = await startInvitation(ctx, id, { hours: wanted.expires_in_hours });
  return { ...(await getUser(ctx, id)), ...outcome };
}

function inactiveCompany() {
  return refuse(409, "user.invite_company_inactive");
}

type Resend = { hours?: number; first: Buffer | null };

/**
 * Spends the allowance before the transaction, so that a refusal stays counted; callers without the right spend
 * nothing, nor does a call that sends nothing. Answers the invitation that somebody was just created with.
 */
export async function allowResend(ctx: Ctx, id: string, hours?: number): Promise<Resend> {
  const person = await findPerson(ctx, id);
  if (!mayManageUser(ctx.actor, person)) throw refuse(403, "auth.not_allowed");
  const first = await findFirstInvitation(ctx.app.db, id, ctx.now);
  if (!first || hours !== undefined) await spendInvitation(ctx, person.email);
  return { hours, first };
}

/**
 * Sends the invitation again, with a new link; to a person who signs in already, a link to set a new password instead.
 * Right after a creation that invited, the first link lives on, and a call that names no hours leaves it at that link.
 */
export async function sendInvite(ctx: Ctx, id: string, { hours: asked, first }: Resend) {
  const person = await lockLivingPerson(ctx, id);
  if (!mayManageUser(ctx.actor, person)) throw refuse(403, "auth.not_allowed");
  if (person.company_is_active === false) throw inactiveCompany();
  if (first && asked === undefined) return {};
  const hours = asked ?? LIMITS.inviteHoursDefault;
  if (!(await hasOwnPassword(ctx.db, person.id)))
    return startInvitation(ctx, id, { hours, beside: first ?? undefined });
  await tryAddress(ctx, person.email);
  const link = await makeLink(ctx.db, { purpose: "reset_password", userId: id, now: ctx.now, hours });
  await mailPasswordLink(ctx, person, {
    link,
    hours,
    why: (messages) => messages.sentBy(ctx.actor.fullname),
  });
  await recordLinkSent(ctx, id, "user.password_link_sent", hours);
  return {};
}

/** A password that somebody else chose, or that waits beside an invitation, is not yet the person's own. */
async function hasOwnPassword(db: Db, userId: string): Promise<boolean> {
  const password = await db
    .selectFrom("credentials")
    .select("must_change")
    .where("user_id", "=", userId)
    .where("kind", "=", "password")
    .executeTakeFirst();
  if (!password || password.must_change) return false;
  const waiting = await db
    .selectFrom("action_links")
    .select("purpose")
    .where("user_id", "=", userId)
    .where("purpose", "=", "invite")
    .where("used_at", "is", null)
    .executeTakeFirst();
  return waiting === undefined;
}

/**
 * Mails a fresh invitation, also to an address that mail came back from: whoever invites tries it again. Without a mail
 * server the inviter also gets the link, this once (rule 113).
 */
export async function startInvitation(
  ctx: Ctx,
  userId: string,
  wanted: Pick<NewLink, "hours" | "subject" | "beside">,
): Promise<{ invite_link?: string }> {
  await tryAddress(ctx, await readEmail(ctx.db, userId));
  const token = await mailNewInvitation(ctx, userId, { ...wanted, by: ctx.actor.fullname });
  await recordLinkSent(ctx, userId, "user.invitation_sent", wanted.hours);
  return ctx.app.config.smtpUrl === null ? { invite_link: buildLink(ctx, `/accept-invite/${token}`) } : {};
}

async function readEmail(db: Db, userId: string): Promise<string> {
  const user = await db
    .selectFrom("users")
    .select("email")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  return user.email;
}

async function recordLinkSent(
  ctx: Ctx,
  id: string,
  kind: "user.invitation_sent" | "user.password_link_sent",
  hours: number,
): Promise<void> {
  await recordEvent(ctx, {
    id,
    kind,
    after: { expires_in_hours: hours },
  });
}

type MailCtx = Pick<Ctx, "app" | "db" | "now">;

async function mailNewInvitation(
  ctx: MailCtx,
  userId: string,
  { by, ...wanted }: Pick<NewLink, "hours" | "subject" | "beside"> & { by: string },
): Promise<string> {
  const link = await makeLink(ctx.db, { purpose: "invite", userId, now: ctx.now, ...wanted });
  const user = await ctx.db
    .selectFrom("users as u")
    .leftJoin("companies as c", "c.id", "u.company_id")
    .select(["u.id", "u.email", "u.fullname", "u.user_type", "c.name as company"])
    .where("u.id", "=", userId)
    .executeTakeFirstOrThrow();
  const company = user.user_type === "external" ? user.company : null;
  await mailInvitation(ctx, user, { link, hours: wanted.hours, by, company });
  return link.token;
}

/** Previews a link without using it: mail scanners may open it as often as they like. */
export async function previewLink(ctx: OpenCtx, token: string) {
  const link = await findLink(ctx.db, token, ["invite", "reset_password", "undo_email"], ctx.now);
  return {
    purpose: link.purpose,
    email: readUndoneEmail(link.subject) ?? link.email,
    fullname: link.fullname,
    company_name: link.company_name,
    expires_at: link.expires_at.toISOString(),
  };
}

/** Reads the address that an undo link restores. */
export function readUndoneEmail(subject: unknown): string | null {
  const has = typeof subject === "object" && subject !== null && "email" in subject;
  return has && typeof subject.email === "string" ? subject.email : null;
}

type Acceptance = z.output<typeof auth.acceptInvite.body>;

export async function prepareAcceptance(ctx: OpenCtx, { token, fullname, password }: Acceptance) {
  const link = await findLink(ctx.db, token, ["invite"], ctx.now);
  await refuseWeakPassword(ctx, { password, owner: { ...link, fullname }, field: "password" });
  return hashPassword(password);
}

/** Sets name and password with an invitation, which works for one caller, once. */
export async function acceptInvite(ctx: OpenCtx, wanted: Acceptance, secret: string): Promise<void> {
  const { user_id } = await redeemLink(ctx.db, wanted.token, ["invite"], ctx.now);
  await endLinksAfter(ctx.db, user_id, "invitation accepted", ctx.now);
  await setPassword(ctx.db, { userId: user_id, secret, mustChange: false });
  await ctx.db
    .updateTable("users")
    .set((eb) => ({ fullname: wanted.fullname, version: eb("version", "+", 1) }))
    .where("id", "=", user_id)
    .execute();
  await renamePrincipal(ctx, user_id, wanted.fullname);
  await recordEvent(ctx, {
    id: user_id,
    kind: "user.invitation_accepted",
    by: user_id,
    after: { fullname: wanted.fullname },
  });
}

/** Always answers the same, in the same time; a job decides after the reply. */
export async function askForInvitation(ctx: OpenCtx, token: string): Promise<void> {
  if (await mayAttempt(ctx.app.db, `ask:${toNetwork(ctx.ip)}`, ASKED_FROM, ctx.now))
    await enqueue(ctx, jobs.inviteAgain, { link: hashToken(token).toString("hex") });
}

/** Sends a new invitation to the invited address, once for each expired link. */
export async function inviteAgain(app: App, { link }: DataOf<typeof jobs.inviteAgain>): Promise<void> {
  const now = app.clock.now();
  await runTransaction(app.db, async (db) => {
    const invitee = await expiredInvitee(db, Buffer.from(link, "hex"), now);
    if (invitee === null || !(await maySendEmail(db, invitee.email, now))) return;
    const by = "Your help desk";
    await mailNewInvitation({ app, db, now }, invitee.user_id, { hours: LIMITS.inviteHoursDefault, by });
  });
}
