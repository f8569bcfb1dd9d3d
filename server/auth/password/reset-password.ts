import type { z } from "zod";
import type { auth } from "#contract/auth.ts";
import { mayTellOwner } from "#server/allowances/emails-per-address.ts";
import type { OpenCtx } from "#server/lib/request-context.ts";
import { recordEvent } from "#server/lib/work/history.ts";
import { hashPassword } from "#server/lib/crypto/password-hash.ts";
import { setPassword } from "./stored-password.ts";
import { findLink, redeemLink } from "../action-links.ts";
import { mailPasswordChanged } from "../emails.ts";
import { endLinksAfter } from "../revoke-action-links.ts";
import { refuseWeakPassword } from "./password-policy.ts";
import { revokeSessions } from "../session/session.ts";

type Reset = z.output<typeof auth.resetPassword.body>;

export async function prepareReset(ctx: OpenCtx, { token, password }: Reset): Promise<string> {
  const owner = await findLink(ctx.db, token, ["reset_password"], ctx.now);
  await refuseWeakPassword(ctx, { password, owner, field: "password" });
  return hashPassword(password);
}

/** Sets a new password with a mailed link, and ends every session. */
export async function resetPassword(ctx: OpenCtx, { token }: Reset, secret: string): Promise<void> {
  const link = await redeemLink(ctx.db, token, ["reset_password"], ctx.now);
  const { user_id } = link;
  await setPassword(ctx.db, { userId: user_id, secret, mustChange: false });
  await endLinksAfter(ctx.db, user_id, "password reset", ctx.now);
  await revokeSessions(ctx.db, user_id, "password reset", ctx.now);
  await recordEvent(ctx, {
    id: user_id,
    kind: "user.password_reset",
    by: user_id,
  });
  if (await mayTellOwner(ctx, user_id)) await mailPasswordChanged(ctx, { ...link, id: user_id });
}
