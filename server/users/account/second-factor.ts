import { mayResetSecondFactor } from "#contract/access/users.ts";
import { LIMITS } from "#contract/limits.ts";
import { mayTellOwner } from "#server/allowances/emails-per-address.ts";
import {
  mailNewRecoveryCodes,
  mailSecondFactorOff,
  mailSecondFactorOn,
  mailSecondFactorReset,
} from "#server/auth/emails.ts";
import {
  makeRecoveryCodes,
  countRecoveryCodes,
  replaceRecoveryCodes,
  type NewCodes,
} from "#server/auth/sign-in/recovery-codes.ts";
import {
  confirmPendingSecret,
  removeFactor,
  findFactor,
  clearTries,
  storePendingSecret,
  lockFactor,
  findPendingSecret,
  normalizeCode,
  spendTry,
} from "#server/auth/sign-in/second-factor.ts";
import { revokeSessions } from "#server/auth/session/session.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { recordEvent } from "#server/lib/work/history.ts";
import { refuse, refuseField } from "#server/lib/refusal.ts";
import { encodeBase32, findMatchingSteps, newSecret, buildOtpauthUrl } from "#server/lib/crypto/totp.ts";
import { lockLivingPerson } from "#server/roles/find-user.ts";
import { readTextSetting, readSecondFactorRoles } from "#server/settings/read.ts";
import { requireOwnPassword } from "./change-password.ts";

const SETUP_TIME = LIMITS.factorSetupMinutes * 60_000;

export async function getSecondFactor(ctx: Ctx) {
  const factor = await findFactor(ctx.db, ctx.actor.id);
  return {
    is_on: factor !== null,
    since: factor?.since.toISOString() ?? null,
    recovery_codes_left: await countRecoveryCodes(ctx.db, ctx.actor.id),
    is_required: await isRequired(ctx),
  };
}

/**
 * Starts a set-up: the one time that the secret leaves the server; a factor that is on stays until the new one is
 * confirmed.
 */
export async function startSetup(ctx: Ctx) {
  const { id, email } = ctx.actor;
  const secret = newSecret();
  await storePendingSecret(ctx.db, { userId: id, secret, now: ctx.now });
  await recordOwn(ctx, "user.second_factor_started");
  const issuer = await readTextSetting(ctx.db, "brand_name", ctx.app.config.brandName);
  return {
    secret: encodeBase32(secret),
    otpauth_url: buildOtpauthUrl({ secret, issuer, account: email }),
    expires_at: new Date(ctx.now.getTime() + SETUP_TIME).toISOString(),
  };
}

type Confirmation = { secret: Buffer; step: number; codes: NewCodes; isTold: boolean };

/** Refuses 409 when nothing waits for a code any more, 429 after too many, 400 for a wrong one. */
export async function prepareConfirmation(ctx: Ctx, code: string): Promise<Confirmation> {
  const secret = await findPendingSecret(ctx.db, ctx.actor.id, new Date(ctx.now.getTime() - SETUP_TIME));
  if (!secret) throw expired();
  await spendTry(ctx, ctx.actor.id);
  const step = findMatchingSteps(secret, normalizeCode(code), ctx.now).at(-1);
  if (step === undefined) throw refuseField(400, "code", "auth.second_factor_wrong");
  await clearTries(ctx.app.db, ctx.actor.id);
  const isTold = await mayTellOwner(ctx, ctx.actor.id);
  return { secret, step, codes: await makeRecoveryCodes(), isTold };
}

/** Turns the factor on, and ends the other sessions, which the password alone opened. */
export async function confirmSetup(ctx: Ctx, { secret, step, codes, isTold }: Confirmation) {
  const { id } = ctx.actor;
  if (!(await confirmPendingSecret(ctx.db, { userId: id, secret, step, now: ctx.now }))) throw expired();
  await replaceRecoveryCodes(ctx.db, { userId: id, codes, now: ctx.now });
  await revokeSessions(ctx.db, id, "second factor turned on", ctx.now, ctx.actor.session_id);
  await recordOwn(ctx, "user.second_factor_turned_on");
  if (isTold) await mailSecondFactorOn(ctx, ctx.actor);
  return { recovery_codes: codes.shown };
}

type PreparedCodes = { codes: NewCodes; isTold: boolean };

export async function prepareCodes(ctx: Ctx, password: string): Promise<PreparedCodes> {
  await requireOwnPassword(ctx, ctx.actor.id, password);
  if (!(await findFactor(ctx.db, ctx.actor.id))) throw refuse(409, "auth.second_factor_off");
  return { isTold: await mayTellOwner(ctx, ctx.actor.id), codes: await makeRecoveryCodes() };
}

export async function replaceCodes(ctx: Ctx, { codes, isTold }: PreparedCodes) {
  const { id } = ctx.actor;
  if (!(await lockFactor(ctx.db, id))) throw refuse(409, "auth.second_factor_off");
  await replaceRecoveryCodes(ctx.db, { userId: id, codes, now: ctx.now });
  await recordOwn(ctx, "user.recovery_codes_replaced");
  if (isTold) await mailNewRecoveryCodes(ctx, ctx.actor);
  return { recovery_codes: codes.shown };
}

/** Refuses as `requireOwnPassword` does; answers whether the owner is told. */
export async function prepareTurningOff(ctx: Ctx, password: string): Promise<boolean> {
  await requireOwnPassword(ctx, ctx.actor.id, password);
  return mayTellOwner(ctx, ctx.actor.id);
}

export async function turnOffFactor(ctx: Ctx, isTold: boolean): Promise<void> {
  const { id } = ctx.actor;
  if (!(await lockFactor(ctx.db, id))) throw refuse(409, "auth.second_factor_off");
  if (await isRequired(ctx)) throw refuse(409, "auth.second_factor_mandatory");
  await removeFactor(ctx.db, id);
  await revokeSessions(ctx.db, id, "second factor turned off", ctx.now, ctx.actor.session_id);
  await recordOwn(ctx, "user.second_factor_turned_off");
  if (isTold) await mailSecondFactorOff(ctx, ctx.actor);
}

/**
 * Resets another person's factor. Refuses 403 without the right, 400 for oneself: that needs the password, in the
 * settings.
 */
export async function resetSecondFactor(ctx: Ctx, userId: string): Promise<void> {
  if (userId === ctx.actor.id) throw refuse(400, "auth.second_factor_own");
  const person = await lockLivingPerson(ctx, userId);
  if (!mayResetSecondFactor(ctx.actor, person)) throw refuse(403, "auth.not_allowed");
  const wasOn = await removeFactor(ctx.db, userId);
  await clearTries(ctx.db, userId);
  if (!wasOn) return;
  await revokeSessions(ctx.db, userId, "second factor reset", ctx.now);
  await recordEvent(ctx, {
    id: userId,
    kind: "user.second_factor_reset",
    companyId: person.company_id,
  });
  if (await mayTellOwner(ctx, userId)) await mailSecondFactorReset(ctx, person, ctx.actor.fullname);
}

async function isRequired({ db, actor }: Ctx): Promise<boolean> {
  const roles = await readSecondFactorRoles(db);
  return actor.roles.some((role) => roles.includes(role));
}

type OwnKind =
  | "user.second_factor_started"
  | "user.second_factor_turned_on"
  | "user.second_factor_turned_off"
  | "user.recovery_codes_replaced";

async function recordOwn(ctx: Ctx, kind: OwnKind): Promise<void> {
  await recordEvent(ctx, { id: ctx.actor.id, kind });
}

function expired() {
  return refuse(409, "auth.second_factor_setup_expired");
}
