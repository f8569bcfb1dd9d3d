import type { Ctx } from "#server/lib/request-context.ts";
import { renamePrincipal } from "./create/create-user.ts";

/** What everybody reads in the place of an erased person's name. */
export const ERASED_NAME = "Erased person";

/** Takes name, address and place from somebody's row, which stays so that what they did still points at somebody. */
export async function eraseRow(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .updateTable("users")
    .set((eb) => ({
      fullname: ERASED_NAME,
      // Unique, and of a domain that nobody can own (RFC 2606).
      email: `erased-${id}@erased.invalid`,
      company_id: null,
      phone_number: null,
      city: null,
      state: null,
      timezone: null,
      locale: null,
      last_online: null,
      erased_at: ctx.now,
      version: eb("version", "+", 1),
    }))
    .where("id", "=", id)
    .execute();
  await renamePrincipal(ctx, id, ERASED_NAME);
  await ctx.db.deleteFrom("memberships").where("user_id", "=", id).execute();
}
