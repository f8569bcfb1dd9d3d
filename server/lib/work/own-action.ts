import type { EventKind } from "#contract/events.ts";
import { LIMITS } from "#contract/limits.ts";
import { refuse } from "#server/lib/refusal.ts";
import type { Ctx } from "#server/lib/request-context.ts";

export type ActionEvent<Kind extends EventKind = EventKind> = {
  entity_id: string;
  occurred_at: Date;
  kind: Kind;
  before: unknown;
  after: unknown;
};

/**
 * Reads the events of these kinds of one's own action, for its undo, in the order of what they are about. Refuses 404 for
 * what is nobody's or somebody else's, 409 when it is too late.
 */
export async function readOwnAction<const Kind extends EventKind>(
  ctx: Ctx,
  groupId: string,
  kinds: readonly Kind[],
): Promise<[ActionEvent<Kind>, ...ActionEvent<Kind>[]]> {
  const [first, ...others] = await ctx.db
    .selectFrom("history")
    .select(["entity_id", "occurred_at", "kind", "before", "after"])
    .where("group_id", "=", groupId)
    .where("principal_id", "=", ctx.actor.id)
    .where("kind", "in", kinds)
    .orderBy("entity_id")
    .$castTo<ActionEvent<Kind>>()
    .execute();
  if (!first) throw refuse(404, "ticket.undo_nothing");
  if (ctx.now.getTime() - first.occurred_at.getTime() > LIMITS.undoMinutes * 60_000)
    throw refuse(409, "ticket.undo_too_late");
  return [first, ...others];
}
