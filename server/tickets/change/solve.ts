import { DEFAULT_STATUS, isClosed, SOLVED_STATUS } from "#contract/statuses.ts";
import { maySolveTicket } from "#contract/access/tickets.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { refuse } from "#server/lib/refusal.ts";
import { getTicket, lockTicket, type TicketRecord } from "../read.ts";
import { saveTicket } from "./save-ticket.ts";

/** Closes a ticket by "Mark as solved"; one that is closed already stays as it is. */
export async function solveTicket(ctx: Ctx, id: string) {
  const ticket = await lockSolvable(ctx, id);
  await saveTicket(ctx, ticket, { status: SOLVED_STATUS }, "ticket.solved");
  return { ticket: await getTicket(ctx, id) };
}

/** Opens a closed ticket again; any other stays as it is. */
export async function reopenTicket(ctx: Ctx, id: string) {
  const ticket = await lockSolvable(ctx, id);
  if (isClosed(ticket.status)) await saveTicket(ctx, ticket, { status: DEFAULT_STATUS }, "ticket.reopened");
  return { ticket: await getTicket(ctx, id) };
}

async function lockSolvable(ctx: Ctx, id: string): Promise<TicketRecord> {
  const ticket = await lockTicket(ctx, id);
  if (!maySolveTicket(ctx.actor, ticket))
    throw refuse(403, ctx.actor.company_active ? "auth.not_allowed" : "auth.company_inactive");
  return ticket;
}
