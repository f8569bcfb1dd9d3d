import { z } from "zod";
import type { Ctx } from "#server/lib/request-context.ts";
import { refuse } from "#server/lib/refusal.ts";
import { recordEvent } from "#server/lib/work/history.ts";
import { readOwnAction } from "#server/lib/work/own-action.ts";
import { lockTickets } from "#server/tickets/read.ts";
import { readItems } from "./read.ts";
import { ofTicket, putAt, readOrder, refuseFull, refuseUnchangeable } from "./write.ts";

const Deleted = z.object({
  name: z.string(),
  item_id: z.string(),
  item: z.object({
    position: z.int(),
    done_at: z.coerce.date().nullable(),
    done_by: z.string().nullable(),
    created_by: z.string(),
    created_at: z.coerce.date(),
  }),
});

/**
 * Brings an item back that the actor has deleted, at its place and ticked as it was. Refuses 404 for what is undone already,
 * 409 when it is too late or the checklist is full by now.
 */
export async function undoDelete(ctx: Ctx, groupId: string) {
  const [event] = await readOwnAction(ctx, groupId, ["checklist.deleted"]);
  const [ticket] = await lockTickets(ctx, [event.entity_id]);
  if (!ticket) throw refuse(404, "ticket.undo_nothing");
  refuseUnchangeable(ctx, ticket);
  const { name, item_id, item } = Deleted.parse(event.before);
  const order = await readOrder(ctx, ticket.id);
  if (order.some(({ id }) => id === item_id)) throw refuse(404, "ticket.undo_nothing");
  refuseFull(order.length);
  await ctx.db
    .insertInto("checklist_items")
    .values({ ...item, id: item_id, ticket_id: ticket.id, text: name })
    .execute();
  await putAt(ctx, order, item_id, order.filter(({ position }) => position < item.position).length);
  await recordEvent(ctx, {
    ...ofTicket(ticket),
    kind: "checklist.restored",
    after: { name, item_id },
  });
  return { ticket_id: ticket.id, items: await readItems(ctx.db, ticket.id) };
}
