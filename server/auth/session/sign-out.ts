import type { Ctx, OpenCtx } from "#server/lib/request-context.ts";
import { recordEvent } from "#server/lib/work/history.ts";
import { refuse } from "#server/lib/refusal.ts";
import { findSessionOfToken } from "./refresh-token.ts";
import { revokeSession } from "./session.ts";

/** Ends the session of the bearer token, of the cookie, or of both; ending what has ended is no error. */
export async function signOut(ctx: OpenCtx, refreshToken: string | undefined): Promise<void> {
  const byCookie = refreshToken ? await findSessionOfToken(ctx.db, refreshToken) : null;
  const sessions = new Set([byCookie, ctx.actor?.session_id ?? null].filter((id) => id !== null));
  for (const id of sessions) {
    const owner = await ctx.db
      .selectFrom("sessions")
      .select("user_id")
      .where("id", "=", id)
      .executeTakeFirst();
    const hasEnded = await revokeSession(ctx.db, id, "signed out", ctx.now);
    if (!owner || !hasEnded) continue;
    await recordEvent(ctx, {
      id: owner.user_id,
      kind: "user.signed_out",
      by: owner.user_id,
      after: { session_id: id },
    });
  }
}

/** Refuses 404 for a session that is not the caller's own. */
export async function endSession(ctx: Ctx, sessionId: string): Promise<void> {
  const own = await ctx.db
    .selectFrom("sessions")
    .select("id")
    .where("id", "=", sessionId)
    .where("user_id", "=", ctx.actor.id)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  if (!own) throw refuse(404, "auth.session_not_found");
  await revokeSession(ctx.db, sessionId, "ended from another session", ctx.now);
  await recordEvent(ctx, {
    id: ctx.actor.id,
    kind: "user.session_ended",
    after: { session_id: sessionId },
  });
}
