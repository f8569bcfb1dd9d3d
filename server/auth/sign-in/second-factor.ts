import { sql } from "kysely";
import { mayTellOwner } from "#server/allowances/emails-per-address.ts";
import type { Db, OpenCtx } from "#server/lib/request-context.ts";
import { recordEvent } from "#server/lib/work/history.ts";
import { clearAttempts, spendAttempt, type AttemptLimit } from "#server/lib/guard/rate-limit.ts";
import { refuse } from "#server/lib/refusal.ts";
import { findMatchingSteps } from "#server/lib/crypto/totp.ts";
import { mailRecoveryCodeUsed } from "../emails.ts";
import { countRecoveryCodes, hashRecoveryCode, spendRecoveryCode } from "./recovery-codes.ts";

/*
 * The secret has to be read to compare a code, so it cannot be a hash. Its protection: the server shows it once,
 * during set-up, and never again; no answer, history, log or mail holds it, nor what is kept for repeated requests;
 * outsiders' queries see only their own row (migration 0012); backups are readable to their owner alone. A copy of
 * the whole database still does not give the password, which is there as argon2id only.
 */

/**
 * After five wrong codes each next one waits twice as long: some thirty tries a day at a million codes, three right.
 */
const TRIES: AttemptLimit = { free: 5, firstWait: 30, longest: 3600, forget: 24 * 3600 };

export type Factor = { secret: Buffer; since: Date };
type Owner = { id: string; email: string; fullname: string };

export async function findFactor(db: Db, userId: string): Promise<Factor | null> {
  const row = await db
    .selectFrom("second_factors")
    .select(["secret", "since"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.secret && row.since ? { secret: row.secret, since: row.since } : null;
}

/**
 * Checks the second factor of somebody whose password was right, and tells how they signed in. Refuses 401 with code
 * second_factor_required when there is a factor and no code, second_factor_wrong for a wrong or used one, 429 after too
 * many. Used codes stay used.
 */
export async function requireSecondFactor(
  ctx: OpenCtx,
  owner: Owner,
  code: string | undefined,
): Promise<"password" | "app code" | "recovery code"> {
  const { db } = ctx.app;
  const factor = await findFactor(db, owner.id);
  if (!factor) return "password";
  if (!code) throw refuse(401, "auth.second_factor_required");
  const how = await spendCode(ctx, { owner, factor, code });
  if (how === null) throw refuse(401, "auth.second_factor_wrong");
  return how;
}

/** Spends a code of the app or a recovery code, whichever it is; null, recorded and counted, for a wrong or used one. */
export async function spendCode(
  ctx: OpenCtx,
  { owner, factor, code }: { owner: Owner; factor: Factor; code: string },
): Promise<"app code" | "recovery code" | null> {
  await spendTry(ctx, owner.id);
  const plain = normalizeCode(code);
  if (await spendAppCode(ctx, { owner, factor, code: plain })) return acceptAttempt(ctx, owner, "app code");
  if (await spendAndReportRecoveryCode(ctx, owner, plain)) return acceptAttempt(ctx, owner, "recovery code");
  await recordEvent(ctx, {
    id: owner.id,
    kind: "user.second_factor_failed",
    by: owner.id,
  });
  return null;
}

/** Spends one try of the person, on whichever instance. */
export async function spendTry({ app, now }: Pick<OpenCtx, "app" | "now">, userId: string): Promise<void> {
  await spendAttempt(app.db, makeTriesKey(userId), TRIES, now);
}

export async function clearTries(db: Db, userId: string): Promise<void> {
  await clearAttempts(db, makeTriesKey(userId));
}

/** Normalizes a typed code: people write codes with blanks and dashes, and some keyboards begin with a capital. */
export function normalizeCode(code: string): string {
  return code.replaceAll(/[\s-]/g, "").toLowerCase();
}

async function acceptAttempt<How>(ctx: OpenCtx, { id }: Owner, how: How): Promise<How> {
  await clearTries(ctx.app.db, id);
  return how;
}

type Attempt = { owner: Pick<Owner, "id">; factor: Pick<Factor, "secret">; code: string };

/**
 * One statement decides: of two instances that get the same code at once, one finds the step taken. A code of a key
 * that was replaced since it was read opens nothing.
 */
export async function spendAppCode(
  ctx: Pick<OpenCtx, "app" | "now">,
  { owner, factor, code }: Attempt,
): Promise<boolean> {
  for (const step of findMatchingSteps(factor.secret, code, ctx.now)) {
    const taken = await ctx.app.db
      .updateTable("second_factors")
      .set({ last_step: step })
      .where("user_id", "=", owner.id)
      .where("secret", "=", factor.secret)
      .where("last_step", "<", step)
      .executeTakeFirst();
    if (taken.numUpdatedRows === 1n) return true;
  }
  return false;
}

/** Notifies the owner, since the code may be on a paper that somebody found. */
async function spendAndReportRecoveryCode(ctx: OpenCtx, owner: Owner, code: string): Promise<boolean> {
  if (/^\d{6}$/.test(code)) return false;
  const hash = await hashRecoveryCode(ctx.app.db, owner.id, code);
  if (hash === null) return false;
  return ctx.app.db.transaction().execute(async (db) => {
    if (!(await spendRecoveryCode(db, { userId: owner.id, hash, now: ctx.now }))) return false;
    const left = await countRecoveryCodes(db, owner.id);
    await recordEvent(
      { ...ctx, db },
      {
        id: owner.id,
        kind: "user.recovery_code_used",
        by: owner.id,
        after: { recovery_codes_left: left },
      },
    );
    if (await mayTellOwner({ db, now: ctx.now }, owner.id))
      await mailRecoveryCodeUsed({ ...ctx, db }, owner, left);
    return true;
  });
}

/** Stores a new secret until a code confirms it; an earlier unconfirmed one is replaced. */
export async function storePendingSecret(
  db: Db,
  { userId, secret, now }: { userId: string; secret: Buffer; now: Date },
): Promise<void> {
  await db
    .insertInto("second_factors")
    .values({ user_id: userId, pending_secret: secret, pending_at: now })
    .onConflict((conflict) =>
      conflict.column("user_id").doUpdateSet({ pending_secret: secret, pending_at: now }),
    )
    .execute();
}

/** Finds the secret that waits for its first code since not before `after`, or null. */
export async function findPendingSecret(db: Db, userId: string, after: Date): Promise<Buffer | null> {
  const row = await db
    .selectFrom("second_factors")
    .select("pending_secret")
    .where("user_id", "=", userId)
    .where("pending_at", ">", after)
    .executeTakeFirst();
  return row?.pending_secret ?? null;
}

/** Makes the pending secret the factor; false when it is not pending any more. Its first code is used with it. */
export async function confirmPendingSecret(
  db: Db,
  { userId, secret, step, now }: { userId: string; secret: Buffer; step: number; now: Date },
): Promise<boolean> {
  const adopted = await db
    .updateTable("second_factors")
    .set({ secret, since: now, last_step: step, pending_secret: null, pending_at: null })
    .where("user_id", "=", userId)
    .where("pending_secret", "=", secret)
    .executeTakeFirst();
  return adopted.numUpdatedRows === 1n;
}

/** Whether there is a factor; locked until the transaction ends. */
export async function lockFactor(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("second_factors")
    .select("since")
    .where("user_id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
  return Boolean(row?.since);
}

/** Removes factor, codes and pending set-up; false when there was no factor. */
export async function removeFactor(db: Db, userId: string): Promise<boolean> {
  await db.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  const dropped = await db
    .deleteFrom("second_factors")
    .where("user_id", "=", userId)
    .returning(sql<boolean>`since is not null`.as("was_on"))
    .executeTakeFirst();
  return dropped?.was_on ?? false;
}

/** Deletes secrets that nobody confirmed. */
export async function prunePendingSecrets(db: Db, before: Date): Promise<void> {
  await db
    .updateTable("second_factors")
    .set({ pending_secret: null, pending_at: null })
    .where("pending_at", "<", before)
    .execute();
  await db
    .deleteFrom("second_factors")
    .where("secret", "is", null)
    .where("pending_secret", "is", null)
    .execute();
}

const makeTriesKey = (userId: string) => `second-factor:${userId}`;
