import { createHash } from "node:crypto";
import { storedForms } from "#contract/email-address.ts";
import { LIMITS } from "#contract/limits.ts";
import type { OpenCtx } from "#server/lib/context.ts";
import { recordEvent } from "#server/lib/work/history.ts";
import {
  clearAttempts,
  giveBackAttempt,
  spendAttempt,
  type Allowance,
} from "#server/lib/guard/rate-limit.ts";
import { verifyPassword } from "#server/lib/crypto/password-hash.ts";
import { refuse } from "#server/lib/refusal.ts";
import { isNoSample } from "./sample-accounts.ts";
import { traceFailedSignIn } from "./failed-sign-ins.ts";
import { requireSecondFactor } from "./second-factor.ts";
import { LIFETIMES, issueTokens, type Tokens } from "./issue-tokens.ts";

const PER_ADDRESS: Allowance = { free: LIMITS.signInTries, firstWait: 5, longest: 900, forget: 900 };
const PER_NETWORK: Allowance = {
  free: LIMITS.signInTriesPerNetwork,
  firstWait: 5,
  longest: 900,
  forget: 900,
};

type Given = { email: string; password: string; code?: string | undefined };

/**
 * Signs in with e-mail and password. Refuses 401 'Invalid credentials' alike for wrong, unknown, deleted, passwordless
 * and company-less-by-deletion, in the same time; 429 after too many tries for an address or from a network. The
 * second factor, with its own refusals, is asked for only after the right password.
 */
export async function signIn(ctx: OpenCtx, { email, password, code }: Given): Promise<Tokens> {
  const { db } = ctx.app;
  const addressHash = digest(email.normalize("NFKC").toLowerCase());
  const addressKey = `sign-in:address:${addressHash}`;
  const networkKey = `sign-in:network:${toNetwork(ctx.ip)}`;
  await spendAttempt(db, networkKey, PER_NETWORK, ctx.now);
  await spendAttempt(db, addressKey, PER_ADDRESS, ctx.now);
  const user = await findSignIn(ctx, email);
  const isRight = await verifyPassword(password, user?.secret ?? null).catch(async (error: unknown) => {
    // Nothing was compared, so this was no attempt.
    await giveBackAttempt(db, addressKey);
    await giveBackAttempt(db, networkKey);
    throw error;
  });
  if (!user || !isRight) {
    traceFailedSignIn(ctx, addressHash, user?.id);
    throw refuse(401, "auth.invalid_credentials");
  }
  await clearAttempts(db, addressKey);
  await giveBackAttempt(db, networkKey);
  const method = await requireSecondFactor(ctx, user, code);
  return openSession(ctx, user.id, method);
}

async function findSignIn(ctx: OpenCtx, email: string) {
  return ctx.app.db
    .selectFrom("users as u")
    .leftJoin("companies as c", "c.id", "u.company_id")
    .leftJoin("credentials as k", (join) =>
      join.onRef("k.user_id", "=", "u.id").on("k.kind", "=", "password"),
    )
    .select(["u.id", "u.email", "u.fullname", "k.secret"])
    .where((eb) => eb(eb.fn<string>("lower", ["u.email"]), "in", storedForms(email)))
    .where("u.deleted_at", "is", null)
    .where("c.deleted_at", "is", null)
    .$if(!ctx.app.config.demo, (query) => query.where(isNoSample("u.id")))
    .executeTakeFirst();
}

/** Starts a session; the first sign-in cancels what is left of an invitation (rule 183). */
async function openSession(ctx: OpenCtx, userId: string, method: string): Promise<Tokens> {
  return ctx.app.db.transaction().execute(async (tx) => {
    const expires = new Date(ctx.now.getTime() + LIFETIMES.sessionAbsolute);
    const session = await tx
      .insertInto("sessions")
      .values({
        user_id: userId,
        method,
        ip: ctx.ip,
        user_agent: ctx.userAgent,
        created_at: ctx.now,
        last_used_at: ctx.now,
        expires_at: expires,
      })
      .returning(["id", "expires_at"])
      .executeTakeFirstOrThrow();
    await tx
      .updateTable("action_links")
      .set({ used_at: ctx.now })
      .where("user_id", "=", userId)
      .where("purpose", "=", "invite")
      .where("used_at", "is", null)
      .execute();
    await recordEvent(
      { ...ctx, db: tx },
      {
        id: userId,
        kind: "user.signed_in",
        by: userId,
        after: { session_id: session.id, method },
      },
    );
    return issueTokens(tx, session, ctx.now, null);
  });
}

/** The network of an address: an IPv6 network counts as one caller, since its owner has 2^64 addresses. */
export function toNetwork(ip: string | null): string {
  if (!ip) return "unknown";
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped || !ip.includes(":")) return mapped ?? ip;
  const [head = "", tail = ""] = ip.split("::");
  const left = head.split(":").filter(Boolean);
  const right = tail.split(":").filter(Boolean);
  const full = ip.includes("::")
    ? [...left, ...Array<string>(8 - left.length - right.length).fill("0"), ...right]
    : left;
  return full.slice(0, 4).join(":");
}

const digest = (text: string) => createHash("sha256").update(text).digest("base64url");
