import { maySeeRepliesOfAllTeams, mayShareReplies } from "#contract/access/replies.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { refuse, refuseField } from "#server/lib/refusal.ts";
import { lockKeeping } from "./lock-keeping.ts";

type Audience = "me" | "team" | "everyone";
/** For whom a reply is. */
export type Place = { audience: Audience; group_id: string | null };
type Asked = { audience: Audience; group_id?: string | null | undefined };

/** For whom a changed reply is; nobody takes what all use for themselves but its owner. */
export async function resolveMove(
  ctx: Ctx,
  reply: Place & { owner_id: string },
  { audience = reply.audience, group_id = reply.group_id }: Partial<Asked>,
): Promise<Place> {
  if (audience === reply.audience && (audience !== "team" || group_id === reply.group_id))
    return { audience: reply.audience, group_id: reply.group_id };
  if (audience === "me" && reply.owner_id !== ctx.actor.id) throw refuse(403, "reply.own_alone");
  return resolvePlace(ctx, { audience, group_id });
}

/** Refuses 403 a shared one without the right to share, 422 a team that the caller is not in or that takes no tickets. */
export async function resolvePlace(ctx: Ctx, { audience, group_id }: Asked): Promise<Place> {
  if (audience !== "me" && !mayShareReplies(ctx.actor)) throw refuse(403, "auth.not_allowed");
  if (audience !== "team") return { audience, group_id: null };
  if (!group_id) throw refuseField(422, "group_id", "group.required");
  let team = ctx.db
    .selectFrom("groups as g")
    .innerJoin("companies as c", "c.id", "g.company_id")
    .select("g.id")
    .where("g.id", "=", group_id)
    .where("g.deleted_at", "is", null)
    .where("c.is_internal", "=", true);
  if (!maySeeRepliesOfAllTeams(ctx.actor))
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

/** Refuses 422 one more than the desk keeps, of everybody together. */
export async function refuseTooMany({ db }: Pick<Ctx, "db">): Promise<void> {
  await lockKeeping(db);
  const { n } = await db
    .selectFrom("saved_replies")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  if (n >= LIMITS.replies) throw refuse(422, "reply.too_many", { params: { max: LIMITS.replies } });
}
