import type { Db } from "#server/lib/request-context.ts";
import { hashToken, newToken } from "#server/lib/crypto/token.ts";

/** Milliseconds (rules 15 and 16). */
export const LIFETIMES = {
  accessToken: 10 * 60_000,
  refreshIdle: 7 * 24 * 3_600_000,
  sessionAbsolute: 30 * 24 * 3_600_000,
  /** Grace of the token just replaced, for tabs that raced. */
  grace: 10_000,
};

export type Tokens = {
  accessToken: string;
  refreshToken: string;
  /** Milliseconds for which the refresh token is taken. */
  refreshLifetime: number;
};

/** Issues an access token and the next refresh token of a session; `parent` is the refresh token that was exchanged. */
export async function issueTokens(
  db: Db,
  session: { id: string; expires_at: Date },
  now: Date,
  parent: Buffer | null,
): Promise<Tokens> {
  const accessToken = newToken();
  const refreshToken = newToken();
  const refreshLifetime = Math.min(LIFETIMES.refreshIdle, session.expires_at.getTime() - now.getTime());
  await db
    .insertInto("refresh_tokens")
    .values({
      hash: hashToken(refreshToken),
      session_id: session.id,
      issued_at: now,
      expires_at: new Date(now.getTime() + refreshLifetime),
      parent_hash: parent,
    })
    .execute();
  await db
    .insertInto("access_tokens")
    .values({
      hash: hashToken(accessToken),
      session_id: session.id,
      expires_at: new Date(now.getTime() + LIFETIMES.accessToken),
    })
    .execute();
  return { accessToken, refreshToken, refreshLifetime };
}
