import { sql, type SqlBool } from "kysely";
import type { Actor } from "#contract/access/actor.ts";
import { maySeeReplies, maySeeRepliesOfAllTeams, mayShareReplies } from "#contract/access/replies.ts";
import type { Ctx, Db } from "#server/lib/request-context.ts";
import { refuse } from "#server/lib/refusal.ts";
import { readTextSetting } from "#server/settings/read.ts";

/** Whether the actor is in the team of the reply `r`, and the team takes tickets. */
function isOfOwnTeam({ id }: Actor) {
  return sql<boolean>`exists (select from group_members m join groups g on g.id = m.group_id
    where m.group_id = r.group_id and m.user_id = ${id} and g.deleted_at is null)`;
}

/**
 * The saved replies that an actor sees, as rows of `r`: the own, those for all staff, and those of their teams. A reply of a
 * team that is archived is nobody's in particular: whoever shares replies sees it.
 */
export function visibleReplies(actor: Actor) {
  const isLeft = mayShareReplies(actor)
    ? sql<boolean>`exists (select from groups where id = r.group_id and deleted_at is not null)`
    : sql<boolean>`false`;
  const isOfTeam = maySeeRepliesOfAllTeams(actor) ? sql`true` : sql`(${isOfOwnTeam(actor)} or ${isLeft})`;
  return sql<SqlBool>`case r.audience when 'everyone' then true when 'me' then r.owner_id = ${actor.id} else ${isOfTeam} end`;
}

/** A reply that an answer is written with; `isDeleted` where somebody deleted it since it was inserted. */
export type UsedReply = { id: string; name: string; isDeleted: boolean };

/** Finds the reply of an answer, and keeps it from being deleted meanwhile. Refuses 404 for one that the actor does not see. */
export async function holdUsedReply(ctx: Ctx, id: string): Promise<UsedReply> {
  if (!maySeeReplies(ctx.actor)) throw refuse(403, "auth.not_allowed");
  const reply = await ctx.db
    .selectFrom("saved_replies as r")
    .select(["r.id", "r.name", "r.deleted_at"])
    .where("r.id", "=", id)
    .where(visibleReplies(ctx.actor))
    .forShare("r")
    .executeTakeFirst();
  if (!reply) throw refuse(404, "reply.not_found");
  return { id: reply.id, name: reply.name, isDeleted: reply.deleted_at !== null };
}

/** Counts that the actor has used a reply on so many tickets, today in the organization's time zone. */
export async function countUses({ db, actor, now }: Ctx, replyId: string, tickets: number): Promise<void> {
  const timeZone = await readTextSetting(db, "time_zone", "UTC");
  await sql`
    insert into saved_reply_uses (reply_id, user_id, day, uses)
    values (${replyId}, ${actor.id}, (${now}::timestamptz at time zone ${timeZone})::date, ${tickets})
    on conflict (reply_id, user_id, day) do update set uses = saved_reply_uses.uses + excluded.uses`.execute(
    db,
  );
}

/** Forgets uses before a day. */
export async function pruneUses(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("saved_reply_uses").where("day", "<", before.toISOString().slice(0, 10)).execute();
}

/** Forgets that somebody used saved replies. */
export async function eraseUsesOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("saved_reply_uses").where("user_id", "=", userId).execute();
}
