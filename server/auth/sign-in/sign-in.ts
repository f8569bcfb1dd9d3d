import { storedForms } from "#contract/text/email-address.ts";
import type { OpenCtx } from "#server/lib/request-context.ts";
import { recordEvent } from "#server/lib/work/history.ts";
import { verifyPassword } from "#server/lib/crypto/password-hash.ts";
import { hashAddress } from "#server/lib/crypto/token.ts";
import { refuse } from "#server/lib/refusal.ts";
import { isNoSample } from "../is-no-sample.ts";
import { traceFailedSignIn } from "./failed-sign-ins.ts";
import { requireSecondFactor } from "./second-factor.ts";
import { spendSignInAttempt } from "./limit-sign-in-attempts.ts";
import { LIFETIMES, issueTokens, type Tokens } from "../session/issue-tokens.ts";

type Given = { email: string; password: string; code?: string | undefined };

/**
 * Signs in with e-mail and password. Refuses 401 'Invalid credentials' alike for wrong, unknown, deleted, passwordless
 * and company-less-by-deletion, in the same time; 429 after too many tries. The second factor, with its own refusals, is
 * asked for only after the right password. `findBrowser` names a browser that has signed in to the account before.
 */
export async function signIn(
  ctx: OpenCtx,
  { email, password, code }: Given,
  findBrowser: (userId: string) => Promise<string | null>,
): Promise<Tokens & { userId: string }> {
  const addressHash = hashAddress(email);
  const user = await findSignIn(ctx, email);
  // Unknown accounts are looked for as well, though no cookie names them.
  const browser = await findBrowser(user?.id ?? addressHash);
  const attempt = await spendSignInAttempt(ctx, { addressHash, userId: user?.id, browser });
  const isRight = await verifyPassword(password, user?.secret ?? null, attempt.caller).catch(
    async (error: unknown) => {
      await attempt.giveBack();
      throw error;
    },
  );
  if (!user || !isRight) {
    traceFailedSignIn(ctx, addressHash, user?.id);
    throw refuse(401, "auth.invalid_credentials");
  }
  await attempt.succeed();
  const method = await requireSecondFactor(ctx, user, code);
  return { ...(await openSession(ctx, user.id, method)), userId: user.id };
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
