import { mayManageSla } from "#contract/access/sla.ts";
import { LIMITS } from "#contract/limits.ts";
import { refuse } from "#server/lib/refusal.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { recordEvent } from "#server/lib/work/history.ts";
import { queueTickets } from "./apply.ts";
import { getApplication, lockApplication } from "./application.ts";

/**
 * Takes one's own application back: its tickets are judged as before, but for what was decided meanwhile. Refuses 403, 404 for
 * what is somebody else's or undone already, 409 when it is too late.
 */
export async function undoApplication(ctx: Ctx, groupId: string) {
  if (!mayManageSla(ctx.actor)) throw refuse(403, "auth.not_allowed");
  const application = await lockApplication(ctx.db, groupId);
  if (application.applied_by !== ctx.actor.id || application.undone_at !== null)
    throw refuse(404, "ticket.undo_nothing");
  if (ctx.now.getTime() - application.at.getTime() > LIMITS.undoMinutes * 60_000)
    throw refuse(409, "ticket.undo_too_late");
  const undone = await ctx.db
    .updateTable("sla_pins")
    .set({ undone_at: ctx.now })
    .where("group_id", "=", groupId)
    .where("undone_at", "is", null)
    .returning("ticket_id")
    .execute();
  await ctx.db
    .updateTable("sla_applications")
    .set({ undone_at: ctx.now })
    .where("group_id", "=", groupId)
    .execute();
  await queueTickets(
    ctx.db,
    undone.map(({ ticket_id }) => ticket_id),
  );
  await recordEvent(ctx, { id: groupId, kind: "sla.undone", groupId, before: { applied: undone.length } });
  return getApplication(ctx, groupId);
}
