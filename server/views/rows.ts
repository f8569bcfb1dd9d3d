import { maySeeViews } from "#contract/access/views.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { refuse } from "#server/lib/refusal.ts";
import { isOfOwnTeam, visibleViews } from "./scope.ts";

export type ViewRow = Awaited<ReturnType<typeof readViews>>[number];

/** The rows of the views that the caller sees, by name. Refuses 403 for clients. */
export async function readViews(ctx: Ctx) {
  return viewQuery(ctx)
    .orderBy((eb) => eb.fn("lower", ["v.name"]))
    .orderBy("v.id")
    .execute();
}

/** Selects the views that the caller sees. Refuses 403 for clients. */
export function viewQuery(ctx: Ctx) {
  if (!maySeeViews(ctx.actor)) throw refuse(403, "auth.not_allowed");
  return ctx.db
    .selectFrom("views as v")
    .innerJoin("principals as owner", "owner.id", "v.owner_id")
    .leftJoin("groups as team", "team.id", "v.group_id")
    .where(visibleViews(ctx.actor))
    .where("v.deleted_at", "is", null)
    .select([
      "v.id",
      "v.name",
      "v.audience",
      "v.group_id",
      "team.name as group_name",
      "v.owner_id",
      "owner.name as owner_fullname",
      "v.query",
      "v.sort",
      "v.sort_order",
      "v.columns",
      "v.version",
      isOfOwnTeam(ctx.actor).as("is_of_own_team"),
    ]);
}
