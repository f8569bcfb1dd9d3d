import { spendAllowances } from "#server/allowances/spend.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { findByEmail } from "./read.ts";

/**
 * Whether an address is somebody's already, seen with the app's own eyes before the transaction. Each one that is counts
 * as a try of the caller, so that nobody learns from refusals who has an account. Refuses 429 after too many.
 */
export async function isTakenAddress(ctx: Ctx, email: string, except?: string): Promise<boolean> {
  const holder = await findByEmail({ db: ctx.app.db }, email);
  if (!holder || holder.id === except) return false;
  await spendAllowances(ctx.app.db, { actorId: ctx.actor.id, now: ctx.now }, [{ name: "taken_addresses" }]);
  return true;
}
