import type { z } from "zod";
import type { auth } from "#contract/auth.ts";
import { findFactor, spendCode } from "#server/auth/sign-in/second-factor.ts";
import { confirmSession } from "#server/auth/session/session.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { refuseField } from "#server/lib/refusal.ts";
import { requireOwnPassword } from "./change-password.ts";

type Proof = z.output<typeof auth.confirmIdentity.body>;

/**
 * Lets the session take grave actions for a while (rule 592). Who has a second factor proves it by a code, since the
 * password alone did not open the session either. Refuses 400 for a wrong proof, 422 for none, 429 after too many;
 * never 401, which would sign the caller out.
 */
export async function confirmIdentity(ctx: Ctx, proof: Proof): Promise<void> {
  await requireProof(ctx, proof);
  await confirmSession(ctx.app.db, ctx.actor.session_id, ctx.now);
}

async function requireProof(ctx: Ctx, { current_password: password, code }: Proof): Promise<void> {
  const factor = await findFactor(ctx.app.db, ctx.actor.id);
  if (!factor) {
    if (password === undefined) throw refuseField(422, "current_password", "auth.password_required");
    await requireOwnPassword(ctx, ctx.actor.id, password);
    return;
  }
  if (!code) throw refuseField(422, "code", "auth.second_factor_required");
  const how = await spendCode(ctx, { owner: ctx.actor, factor, code });
  if (how === null) throw refuseField(400, "code", "auth.second_factor_wrong");
}
