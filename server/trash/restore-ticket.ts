import { mayRestoreTicket } from "#contract/access/tickets.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { detachNested, lockWithChildren } from "#server/links/detach-nested.ts";
import { restoreTicket } from "#server/tickets/change/trash.ts";

/** Restores a ticket with what stands in its place by now: an incident comes back without tickets that are incidents themselves. */
export async function restoreFromTrash(ctx: Ctx, id: string) {
  if (mayRestoreTicket(ctx.actor)) await lockWithChildren(ctx, id);
  const restored = await restoreTicket(ctx, id);
  await detachNested(ctx, id);
  return restored;
}
