import { maySeeViews } from "#contract/access/views.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { refuse } from "#server/lib/refusal.ts";
import { recordEvent } from "#server/lib/work/history.ts";
import { getView } from "./read.ts";
import { refuseTooMany } from "./save.ts";

/**
 * Takes one's own deletion of a view back. Refuses 404 for what is not deleted or was by somebody else, 409 when it is too
 * late, 422 where there is no room for it any more.
 */
export async function restoreView(ctx: Ctx, id: string) {
  if (!maySeeViews(ctx.actor)) throw refuse(403, "auth.not_allowed");
  const view = await ctx.db
    .selectFrom("views")
    .select(["name", "audience", "group_id", "query", "deleted_at"])
    .where("id", "=", id)
    .where("deleted_by", "=", ctx.actor.id)
    .forUpdate()
    .executeTakeFirst();
  if (!view?.deleted_at) throw refuse(404, "ticket.undo_nothing");
  if (ctx.now.getTime() - view.deleted_at.getTime() > LIMITS.undoMinutes * 60_000)
    throw refuse(409, "ticket.undo_too_late");
  await refuseTooMany(ctx, view);
  await ctx.db
    .updateTable("views")
    .set({ deleted_at: null, deleted_by: null })
    .where("id", "=", id)
    .execute();
  const { name, audience, group_id, query } = view;
  if (audience !== "me")
    await recordEvent(ctx, { id, kind: "view.restored", after: { name, audience, group_id, query } });
  return getView(ctx, id);
}
