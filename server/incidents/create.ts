import type { z } from "zod";
import type { incidents } from "#contract/incidents.ts";
import { NewTicket } from "#contract/tickets/create.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { createTicket } from "#server/tickets/create/create.ts";
import { addReporters } from "./reporters.ts";

/** Makes a new ticket of nobody in particular, to which tickets belong from now on. Refuses as raising it and adding them does. */
export async function createIncident(
  ctx: Ctx,
  { ticket_ids, ...fields }: z.output<typeof incidents.create.body>,
) {
  const { ticket } = await createTicket(ctx, NewTicket.parse(fields));
  return { ticket, ...(await addReporters(ctx, ticket.id, ticket_ids)) };
}
