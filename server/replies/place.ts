import { maySeeRepliesOfAllTeams, mayShareReplies } from "#contract/access/replies.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { type AskedPlace, type Place, resolveAudience } from "#server/groups/resolve-audience.ts";
import { refuse } from "#server/lib/refusal.ts";
import { lockKeeping } from "./lock-keeping.ts";

/** For whom a changed reply is; nobody takes what all use for themselves but its owner. */
export async function resolveMove(
  ctx: Ctx,
  reply: Place & { owner_id: string },
  { audience = reply.audience, group_id = reply.group_id }: Partial<AskedPlace>,
): Promise<Place> {
  if (audience === reply.audience && (audience !== "team" || group_id === reply.group_id))
    return { audience: reply.audience, group_id: reply.group_id };
  if (audience === "me" && reply.owner_id !== ctx.actor.id) throw refuse(403, "reply.own_alone");
  return resolvePlace(ctx, { audience, group_id });
}

/** Refuses as `resolveAudience` does. */
export async function resolvePlace(ctx: Ctx, asked: AskedPlace): Promise<Place> {
  const rights = {
    mayShare: mayShareReplies(ctx.actor),
    seesAllTeams: maySeeRepliesOfAllTeams(ctx.actor),
  };
  return resolveAudience(ctx, asked, rights);
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
