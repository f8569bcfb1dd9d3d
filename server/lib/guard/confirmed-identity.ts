import { LIMITS } from "#contract/limits.ts";
import type { Ctx } from "../request-context.ts";
import { refuse } from "../refusal.ts";

/**
 * Refuses 403 auth.confirmation_required when the session's person signed in, or confirmed who they are, longer ago
 * than `LIMITS.identityMinutes` (rule 592): an unlocked screen must not be enough for a grave action.
 */
export function requireConfirmedIdentity({ actor, now }: Pick<Ctx, "actor" | "now">): void {
  const age = now.getTime() - actor.confirmed_at.getTime();
  if (age > LIMITS.identityMinutes * 60_000) throw refuse(403, "auth.confirmation_required");
}
