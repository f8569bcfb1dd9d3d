import { sql } from "kysely";
import { isExternal } from "#contract/access/actor.ts";
import { mayReadRoleHistory, maySeeAddresses } from "#contract/access/users.ts";
import type { EventDetails } from "#contract/events.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { peopleOf } from "#server/lib/db/row-level-security.ts";
import { refuse } from "#server/lib/refusal.ts";
import { roundUp } from "#server/lib/db/bounds.ts";
import { findPerson } from "./find-user.ts";

/** Lists the changes of a person's roles, newest first. Refuses 403 without the right to read them (rule 120). */
export async function listRoleHistory(ctx: Ctx, userId: string, limit: number) {
  const person = await findPerson(ctx, userId);
  if (!mayReadRoleHistory(ctx.actor, person)) throw refuse(403, "auth.not_allowed");
  const mayShowAddress = maySeeAddresses(ctx.actor);
  const rows = await ctx.db
    .selectFrom("history as h")
    .leftJoin(`${peopleOf(ctx)} as u`, "u.id", "h.principal_id")
    .leftJoin("users as named", "named.id", "h.principal_id")
    .select((eb) => [
      "h.id",
      "h.occurred_at",
      mayShowAddress ? "h.ip" : sql<string | null>`null`.as("ip"),
      "h.reason",
      "h.before",
      "h.after",
      "named.fullname",
      "u.email",
      "named.user_type",
      eb.fn.countAll<number>().over().as("total"),
    ])
    .where("h.entity", "=", "user")
    .where("h.entity_id", "=", userId)
    .where("h.kind", "=", "user.roles_changed")
    // Which roles they were is no longer kept.
    .where("h.erased_at", "is", null)
    .orderBy("h.seq", "desc")
    .limit(sql.lit(roundUp(limit)))
    .$castTo<{
      id: string;
      occurred_at: Date;
      ip: string | null;
      reason: string | null;
      before: EventDetails["user.roles_changed"]["before"];
      after: EventDetails["user.roles_changed"]["after"];
      fullname: string | null;
      email: string | null;
      user_type: "internal" | "external" | null;
      total: number;
    }>()
    .execute();
  const isShownStaff = !isExternal(ctx.actor);
  return {
    total: rows[0]?.total ?? 0,
    history: rows.slice(0, limit).map((row) => ({
      id: row.id,
      timestamp: row.occurred_at.toISOString(),
      performed_by_fullname: row.fullname,
      performed_by_email: isShownStaff || row.user_type === "external" ? row.email : null,
      ip_address: row.ip,
      reason: row.reason,
      changes: listChanges(row.before.roles, row.after.roles),
    })),
  };
}

function listChanges(before: string[], after: string[]) {
  return {
    added_roles: after.filter((role) => !before.includes(role)),
    removed_roles: before.filter((role) => !after.includes(role)),
    unchanged_roles: after.filter((role) => before.includes(role)),
  };
}
