import type { Ctx } from "#server/lib/request-context.ts";
import { refuse, refuseField } from "#server/lib/refusal.ts";

/** For whom something is that staff keep, such as a view or a saved reply. */
export type Place = { audience: "me" | "team" | "everyone"; group_id: string | null };
export type AskedPlace = { audience: Place["audience"]; group_id?: string | null | undefined };

/** Refuses 403 a shared one without the right to share, 422 a team that the caller is not in or that takes no tickets. */
export async function resolveAudience(
  ctx: Ctx,
  { audience, group_id }: AskedPlace,
  { mayShare, seesAllTeams }: { mayShare: boolean; seesAllTeams: boolean },
): Promise<Place> {
  if (audience !== "me" && !mayShare) throw refuse(403, "auth.not_allowed");
  if (audience !== "team") return { audience, group_id: null };
  if (!group_id) throw refuseField(422, "group_id", "group.required");
  let team = ctx.db
    .selectFrom("groups as g")
    .innerJoin("companies as c", "c.id", "g.company_id")
    .select("g.id")
    .where("g.id", "=", group_id)
    .where("g.deleted_at", "is", null)
    .where("c.is_internal", "=", true);
  if (!seesAllTeams)
    team = team.where((eb) =>
      eb.exists(
        eb
          .selectFrom("group_members as m")
          .select("m.user_id")
          .whereRef("m.group_id", "=", "g.id")
          .where("m.user_id", "=", ctx.actor.id),
      ),
    );
  if (!(await team.executeTakeFirst())) throw refuseField(422, "group_id", "group.not_in");
  return { audience, group_id };
}
