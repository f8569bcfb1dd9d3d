import { mayHaveInbox } from "#contract/access/inbox.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { peopleOf } from "#server/lib/db/row-level-security.ts";
import { refuse } from "#server/lib/refusal.ts";
import { readUndoSendSeconds } from "#server/settings/read.ts";

export async function getCurrentUser(ctx: Ctx) {
  const user = await ctx.db
    .selectFrom(`${peopleOf(ctx)} as u`)
    .leftJoin("companies as c", "c.id", "u.company_id")
    .select([
      "u.phone_number",
      "u.city",
      "u.state",
      "u.timezone",
      "u.locale",
      "u.hide_last_online",
      "c.name as company_name",
    ])
    .where("u.id", "=", ctx.actor.id)
    .executeTakeFirst();
  if (!user) throw refuse(401, "auth.not_signed_in");
  const roles = await ctx.db
    .selectFrom("user_roles as ur")
    .innerJoin("roles as r", "r.id", "ur.role_id")
    .select(["r.id", "r.name"])
    .where("ur.user_id", "=", ctx.actor.id)
    .orderBy("r.name")
    .execute();
  return {
    ...ctx.actor,
    ...(mayHaveInbox(ctx.actor) && { undo_send_seconds: await readUndoSendSeconds(ctx) }),
    permissions: [...ctx.actor.permissions],
    sees_due_times: await ctx.app.serviceLevels.isShown(ctx),
    ...user,
    roles,
  };
}

export async function listSessions(ctx: Ctx) {
  const rows = await ctx.db
    .selectFrom("sessions")
    .select(["id", "created_at", "last_used_at", "ip", "user_agent", "method"])
    .where("user_id", "=", ctx.actor.id)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", ctx.now)
    .orderBy("last_used_at", "desc")
    .execute();
  return rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at.toISOString(),
    current: row.id === ctx.actor.session_id,
  }));
}
