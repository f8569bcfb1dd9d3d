import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { mayBulkChange } from "#contract/access/tickets.ts";
import type { macros } from "#contract/macros.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { refuse } from "#server/lib/refusal.ts";
import { keepTags } from "#server/tags/lock-tags.ts";
import { readRows } from "#server/tickets/list-row-columns.ts";
import { lockTickets } from "#server/tickets/read.ts";
import { checkTickets } from "./check-tickets.ts";
import { planEffects, readHeld } from "./plan.ts";
import { resolveEffects } from "./resolve.ts";
import { saveEffects } from "./save.ts";
import { holdTargets, refuseStale } from "./targets.ts";

/**
 * Sets several things on many tickets, all or nothing, as one action that one undo takes back. Tickets gone meanwhile are
 * `missing`. Refuses 404 when none is there any more, 409 what no longer fits.
 */
export async function applyEffects(ctx: Ctx, { ticket_ids, effects }: z.output<typeof macros.apply.body>) {
  if (!mayBulkChange(ctx.actor)) throw refuse(403, "auth.not_allowed");
  await holdTargets(ctx.db, effects, ctx.actor.id);
  const tickets = (await lockTickets(ctx, ticket_ids)).filter((ticket) => !ticket.deleted);
  if (tickets.length === 0) throw refuse(404, "ticket.not_found");
  await keepTags(ctx.db);
  const resolved = await resolveEffects(ctx, effects);
  if (resolved.stale.length > 0) throw refuseStale(resolved.stale);
  const held = await readHeld(ctx, tickets, resolved);
  const plans = checkTickets(tickets, (ticket) => planEffects(ctx, ticket, resolved, { held }));
  const group_id = randomUUID();
  await saveEffects(ctx, plans, group_id);
  const found = tickets.map(({ id }) => id);
  return {
    tickets: await readRows(ctx, found),
    group_id,
    missing: ticket_ids.filter((id) => !found.includes(id)),
  };
}
