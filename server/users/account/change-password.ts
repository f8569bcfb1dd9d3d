import type { z } from "zod";
import type { users } from "#contract/users.ts";
import { jobs, type DataOf } from "#contract/jobs.ts";
import { maySendEmail, mayTellOwner } from "#server/allowances/emails-per-address.ts";
import { findPasswordHash, setPassword } from "#server/auth/password/stored-password.ts";
import { makeLink } from "#server/auth/action-links.ts";
import { endLinksAfter } from "#server/auth/revoke-action-links.ts";
import { mailPasswordChanged } from "#server/auth/emails.ts";
import { refuseWeakPassword } from "#server/auth/password/password-policy.ts";
import { toNetwork } from "#server/auth/sign-in/ip-network.ts";
import { revokeSessions } from "#server/auth/session/session.ts";
import type { Ctx, App, OpenCtx } from "#server/lib/request-context.ts";
import { recordEvent } from "#server/lib/work/history.ts";
import { enqueue } from "#server/lib/work/enqueue.ts";
import {
  giveBackAttempt,
  mayAttempt,
  spendAttempt,
  type AttemptLimit,
} from "#server/lib/guard/rate-limit.ts";
import { hashPassword, verifyPassword } from "#server/lib/crypto/password-hash.ts";
import { refuse, refuseField } from "#server/lib/refusal.ts";
import { runTransaction } from "#server/lib/db/transaction.ts";
import { findPerson } from "#server/roles/find-user.ts";
import { mailPasswordLink } from "../emails.ts";
import { findByEmail } from "../read.ts";

const TRIES: AttemptLimit = { free: 6, firstWait: 5, longest: 900, forget: 900 };
const RESETS_FROM: AttemptLimit = { free: 60, firstWait: 60, longest: 900, forget: 3600 };
const RESET_HOURS = 2;

type PasswordChange = z.output<typeof users.changePassword.body>;

/** Refuses 404 or 403 for others, 400 for a wrong current password, 429 after too many, 422 for a weak new one. */
export async function preparePassword(
  ctx: Ctx,
  id: string,
  { current_password, new_password }: PasswordChange,
) {
  const person = await requireOwnPassword(ctx, id, current_password);
  await refuseWeakPassword(ctx, { password: new_password, owner: person, field: "new_password" });
  if (current_password === new_password) {
    throw refuseField(422, "new_password", "auth.password_unchanged");
  }
  return { secret: await hashPassword(new_password), isTold: await mayTellOwner(ctx, id) };
}

/**
 * Refuses anybody but oneself with the right current password; wrong ones are counted. Never 401: that would sign the
 * caller out.
 */
export async function requireOwnPassword(ctx: Ctx, id: string, password: string) {
  const person = await findPerson(ctx, id);
  if (person.id !== ctx.actor.id) throw refuse(403, "auth.not_allowed");
  const key = `password:${person.id}`;
  await spendAttempt(ctx.app.db, key, TRIES, ctx.now);
  if (!(await verifyPassword(password, await findPasswordHash(ctx.db, person.id)))) {
    throw refuseField(400, "current_password", "auth.current_password_wrong");
  }
  // The right attempt alone is given back: the wrong ones before it stay counted.
  await giveBackAttempt(ctx.app.db, key);
  return person;
}

type PreparedPassword = { secret: string; isTold: boolean };

export async function changePassword(ctx: Ctx, { secret, isTold }: PreparedPassword): Promise<void> {
  const { id } = ctx.actor;
  await setPassword(ctx.db, { userId: id, secret, mustChange: false });
  await revokeSessions(ctx.db, id, "password changed", ctx.now, ctx.actor.session_id);
  await endLinksAfter(ctx.db, id, "password changed", ctx.now);
  await recordEvent(ctx, { id, kind: "user.password_changed" });
  if (isTold) await mailPasswordChanged(ctx, ctx.actor);
}

/** Answers alike for known and unknown addresses, in the same time: only the job learns the address. */
export async function forgotPassword(ctx: OpenCtx, email: string): Promise<void> {
  if (await mayAttempt(ctx.app.db, `forgot:${toNetwork(ctx.ip)}`, RESETS_FROM, ctx.now))
    await enqueue(ctx, jobs.mailPasswordReset, { email });
}

export async function mailPasswordReset(
  app: App,
  { email }: DataOf<typeof jobs.mailPasswordReset>,
): Promise<void> {
  const now = app.clock.now();
  const found = await findByEmail({ db: app.db }, email);
  if (!found || found.deleted_at || !(await maySendEmail(app.db, email, now))) return;
  await runTransaction(app.db, async (db) => {
    const person = await db
      .selectFrom("users as u")
      .leftJoin("companies as c", "c.id", "u.company_id")
      .select(["u.id", "u.email", "u.fullname"])
      .where("u.id", "=", found.id)
      .where("u.deleted_at", "is", null)
      .where("c.deleted_at", "is", null)
      .executeTakeFirst();
    if (!person) return;
    const link = await makeLink(db, {
      purpose: "reset_password",
      userId: person.id,
      now,
      hours: RESET_HOURS,
    });
    await mailPasswordLink({ app, db, now }, person, {
      link,
      hours: RESET_HOURS,
      why: (messages) => messages.askedFor,
    });
  });
}
