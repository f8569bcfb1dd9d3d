import type { Selectable } from "kysely";
import type { Tables } from "#server/db/tables.ts";
import type { Db, OpenCtx } from "#server/lib/request-context.ts";
import { refuse } from "#server/lib/refusal.ts";
import { isNoSample } from "../is-no-sample.ts";
import { hashToken } from "#server/lib/crypto/token.ts";
import { revokeSession } from "./session.ts";
import { LIFETIMES, issueTokens, type Tokens } from "./issue-tokens.ts";

/**
 * Rotates a refresh token (RFC 9700). The one just replaced works ten seconds longer, for a second tab or a lost answer,
 * and so do the siblings that such tabs got; any older one was copied by somebody, and ends the whole session. Refuses
 * 401 for every invalid token.
 */
export async function refreshSession(ctx: OpenCtx, token: string | undefined): Promise<Tokens> {
  if (!token) throw refuse(401, "auth.not_signed_in");
  const hash = hashToken(token);
  const tokens = await ctx.app.db.transaction().execute((tx) => rotateToken(tx, hash, ctx));
  if (!tokens) throw refuse(401, "auth.not_signed_in");
  return tokens;
}

/** Returns null instead of refusing, so that ending a replayed session is committed. */
async function rotateToken(tx: Db, hash: Buffer, { now, app }: OpenCtx): Promise<Tokens | null> {
  const found = await tx
    .selectFrom("refresh_tokens")
    .select("session_id")
    .where("hash", "=", hash)
    .executeTakeFirst();
  if (!found) return null;
  const session = await lockActiveSession(tx, found.session_id, { now, isDemo: app.config.demo });
  if (!session) return null;
  // Read again under the session's lock: a rotation that ran meanwhile is visible now.
  const token = await tx
    .selectFrom("refresh_tokens")
    .selectAll()
    .where("hash", "=", hash)
    .executeTakeFirstOrThrow();
  if (token.expires_at <= now) return null;
  if (!(await isCurrent(tx, token, now))) {
    await revokeSession(tx, session.id, "replayed", now);
    return null;
  }
  if (!token.replaced_at) await replaceTokens(tx, session.id, now);
  await tx.updateTable("sessions").set({ last_used_at: now }).where("id", "=", session.id).execute();
  return issueTokens(tx, session, now, hash);
}

async function lockActiveSession(tx: Db, sessionId: string, { now, isDemo }: { now: Date; isDemo: boolean }) {
  return tx
    .selectFrom("sessions as s")
    .innerJoin("users as u", "u.id", "s.user_id")
    .leftJoin("companies as c", "c.id", "u.company_id")
    .select(["s.id", "s.expires_at"])
    .where("s.id", "=", sessionId)
    .where("s.revoked_at", "is", null)
    .where("s.expires_at", ">", now)
    .where("u.deleted_at", "is", null)
    .where("c.deleted_at", "is", null)
    .$if(!isDemo, (query) => query.where(isNoSample("u.id")))
    .forUpdate("s")
    .executeTakeFirst();
}

/** Whether a token was not replaced yet, or only a moment ago and by a rotation whose outcome is valid still. */
async function isCurrent(tx: Db, token: Selectable<Tables["refresh_tokens"]>, now: Date): Promise<boolean> {
  if (!token.replaced_at) return true;
  if (now.getTime() - token.replaced_at.getTime() > LIFETIMES.grace) return false;
  const valid = await tx
    .selectFrom("refresh_tokens as next")
    .innerJoin("refresh_tokens as exchanged", "exchanged.hash", "next.parent_hash")
    .select("next.hash")
    .where("next.session_id", "=", token.session_id)
    .where("next.replaced_at", "is", null)
    // Tabs that refreshed at once got siblings; the first that is exchanged replaces the others too.
    .where((eb) =>
      eb.or([eb("exchanged.hash", "=", token.hash), eb("exchanged.parent_hash", "=", token.parent_hash)]),
    )
    .executeTakeFirst();
  return valid !== undefined;
}

async function replaceTokens(tx: Db, sessionId: string, now: Date): Promise<void> {
  await tx
    .updateTable("refresh_tokens")
    .set({ replaced_at: now })
    .where("session_id", "=", sessionId)
    .where("replaced_at", "is", null)
    .execute();
}

/** Finds the session of a refresh token or a bearer token, ended or not. */
export async function findSessionOfToken(db: Db, token: string): Promise<string | null> {
  const found = await db
    .selectFrom("refresh_tokens")
    .select("session_id")
    .where("hash", "=", hashToken(token))
    .executeTakeFirst();
  return found?.session_id ?? null;
}
