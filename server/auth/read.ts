import { sql } from "kysely";
import { mayHaveInbox } from "#contract/access/inbox.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { peopleOf } from "#server/lib/db/row-level-security.ts";
import { refuse } from "#server/lib/refusal.ts";
import { parseUndoSendSeconds } from "#server/settings/read.ts";

/** One statement, since every page begins with it. */
export async function getCurrentUser(ctx: Ctx) {
  const found = await ctx.db
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
      ROLES.as("roles"),
    ])
    .$if(mayHaveInbox(ctx.actor), (query) => query.select(UNDO_SEND_SECONDS.as("undo_send_seconds")))
    .where("u.id", "=", ctx.actor.id)
    .executeTakeFirst();
  if (!found) throw refuse(401, "auth.not_signed_in");
  const { undo_send_seconds, ...user } = found;
  return {
    ...ctx.actor,
    ...(undo_send_seconds !== undefined && { undo_send_seconds: parseUndoSendSeconds(undo_send_seconds) }),
    permissions: [...ctx.actor.permissions],
    sees_due_times: await ctx.app.serviceLevels.isShown(ctx),
    ...user,
  };
}

/** The roles of `users u`. */
const ROLES = sql<{ id: string; name: string }[]>`(
  select coalesce(json_agg(json_build_object('id', r.id, 'name', r.name) order by r.name), '[]')
  from user_roles ur join roles r on r.id = ur.role_id where ur.user_id = u.id)`;

/** How long answers of `users u` wait, where they have chosen that. */
const UNDO_SEND_SECONDS = sql<number | null>`(
  select p.undo_send_seconds from sending_preferences p where p.user_id = u.id)`;

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
