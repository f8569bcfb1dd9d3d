import type { z } from "zod";
import { parseWith } from "#server/lib/http/validation.ts";
import { STARTED_STATUS } from "#contract/statuses.ts";
import { mayAssignTicket, mayEditTicket } from "#contract/access/tickets.ts";
import { NewTicketTexts, type TicketChange } from "#contract/tickets/change.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { refuse } from "#server/lib/refusal.ts";
import { refuseConflicts } from "./refuse-conflicts.ts";
import { refuseForbiddenFields } from "./field-policy.ts";
import { findAssignee, findTeam } from "../create/resolve-people.ts";
import { resolveRequester } from "./change-requester.ts";
import { getTicket, lockTicket, type TicketRecord } from "../read.ts";
import { pickFields, saveTicket, type Fields } from "./save-ticket.ts";
import { isFirstAssignment, isAutoInProgressOn } from "./auto-in-progress.ts";

type Wanted = z.output<typeof TicketChange>;

/**
 * Changes the given fields that differ. Forbidden fields are refused only where they differ, since forms
 * send every field. Without `base_version` the last write wins; the history keeps what it overwrote.
 */
export async function changeTicket(ctx: Ctx, id: string, { base_version, ...wanted }: Wanted) {
  const ticket = await lockTicket(ctx, id);
  const fields = findDifferences(ticket, wanted);
  refuseChange(ctx, ticket);
  refuseForbiddenFields(ctx.actor, ticket, fields);
  parseWith(NewTicketTexts, fields);
  await refuseConflicts(ctx, ticket, fields, base_version);
  const resolved = await resolveFields(ctx, ticket, fields, wanted);
  await saveTicket(ctx, ticket, resolved);
  return { ticket: await getTicket(ctx, id) };
}

function refuseChange({ actor }: Ctx, ticket: TicketRecord): void {
  if (!mayEditTicket(actor, ticket) && !mayAssignTicket(actor))
    throw refuse(403, actor.company_active ? "auth.not_allowed" : "auth.company_inactive");
}

function findDifferences(ticket: TicketRecord, wanted: Fields): Fields {
  const held: Record<string, unknown> = pickFields(ticket);
  return Object.fromEntries(
    Object.entries(wanted).filter(([field, value]) => value !== undefined && value !== held[field]),
  );
}

/** Checks the people and teams that are new on the ticket; those already there stay even where they left since. */
async function resolveFields(
  ctx: Ctx,
  ticket: TicketRecord,
  fields: Fields,
  wanted: Wanted,
): Promise<Fields> {
  await findAssignee(ctx, fields.assignee_id);
  await findTeam(ctx, fields.group_id);
  return {
    ...fields,
    ...(isFirstAssignment(ticket, fields) && (await isAutoInProgressOn(ctx))
      ? { status: STARTED_STATUS }
      : {}),
    ...(await resolveRequester(ctx, ticket, wanted)),
  };
}
