import { mayChangeChecklist } from "#contract/access/checklists.ts";
import { mayApplyEffects } from "#contract/access/replies.ts";
import { mayTag } from "#contract/access/tags.ts";
import { mayFollowUp } from "#contract/access/tickets.ts";
import { LIMITS } from "#contract/limits.ts";
import { isClosed, STARTED_STATUS } from "#contract/statuses.ts";
import { readTexts } from "#server/checklists/read.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { refuse, refuseField } from "#server/lib/refusal.ts";
import { type NamedTag, without } from "#server/tags/find-by-name.ts";
import { readTagsOf, type TagSave } from "#server/tags/save-tags.ts";
import { isFirstAssignment } from "#server/tickets/change/auto-in-progress.ts";
import type { Save } from "#server/tickets/change/bulk.ts";
import { refuseForbiddenFields } from "#server/tickets/change/field-policy.ts";
import { type Fields, findStatusEffects } from "#server/tickets/change/save-ticket.ts";
import { isOther, planFollowUp } from "#server/tickets/follow-up/plan.ts";
import { type FollowUp, followUpOf } from "#server/tickets/follow-ups.ts";
import type { TicketRecord } from "#server/tickets/read.ts";
import type { ResolvedEffects } from "./resolve.ts";
import { refuseStale } from "./targets.ts";

/** What tickets hold that effects add to, by the tickets' ids. */
export type Held = {
  tags: ReadonlyMap<string, NamedTag[]>;
  items: ReadonlyMap<string, readonly string[]>;
};

/** What effects do to one ticket. */
export type Plan = {
  ticket: TicketRecord;
  save: Save;
  /** Absent where it stays as it is. */
  followUp?: FollowUp;
  tags?: TagSave;
  /** The texts of new items of its checklist. */
  items: string[];
};

/** Reads what is needed to plan effects on tickets. */
export async function readHeld(
  ctx: Ctx,
  tickets: readonly TicketRecord[],
  effects: ResolvedEffects,
): Promise<Held> {
  const ids = tickets.map(({ id }) => id);
  return {
    tags: effects.added.length + effects.removed.length > 0 ? await readTagsOf(ctx.db, ids) : new Map(),
    items: effects.checklist.length > 0 ? await readTexts(ctx.db, ids) : new Map(),
  };
}

/**
 * Plans effects on a ticket; every one is asked as if it were done by hand. `automatic` is the status that an answer by itself
 * brings the ticket to. Refuses 409 what no longer fits, 403 what the actor may not, 422 and 409 what the ticket cannot take.
 */
export function planEffects(
  ctx: Ctx,
  ticket: TicketRecord,
  effects: ResolvedEffects,
  { held, automatic = null }: { held: Held; automatic?: string | null },
): Plan {
  if (effects.stale.length > 0) throw refuseStale(effects.stale);
  refuseUnset(ctx, ticket, effects);
  const fields = planFields(ticket, effects, automatic);
  const { status, followUp } = planDate(ctx, ticket, effects, fields.status ?? ticket.status);
  const wanted = status === ticket.status ? omitStatus(fields) : { ...fields, status };
  return {
    ticket,
    save: { ticket, fields: wanted, besides: findStatusEffects(ctx, ticket, wanted.status) },
    ...(followUp && isOther(followUpOf(ticket), followUp) && { followUp }),
    ...planTags(ticket, effects, held.tags.get(ticket.id) ?? []),
    items: planItems(effects, held.items.get(ticket.id) ?? []),
  };
}

/** Refuses what the actor may not set on this ticket. */
function refuseUnset({ actor }: Ctx, ticket: TicketRecord, effects: ResolvedEffects): void {
  const { fields, followUp, added, removed, checklist } = effects;
  if (!mayApplyEffects(actor)) throw refuse(403, "auth.not_allowed");
  if (!mayApplyEffects(actor, ticket)) throw refuse(403, "ticket.in_trash");
  if (Object.keys(fields).length > 0) refuseForbiddenFields(actor, ticket, fields);
  const isAllowed =
    (followUp === undefined || mayFollowUp(actor, ticket)) &&
    (added.length + removed.length === 0 || mayTag(actor, ticket)) &&
    (checklist.length === 0 || mayChangeChecklist(actor, ticket));
  if (!isAllowed) throw refuse(403, "auth.not_allowed");
}

function planFields(ticket: TicketRecord, effects: ResolvedEffects, automatic: string | null): Fields {
  if (effects.fields.status !== undefined) return effects.fields;
  if (effects.startsWork && isFirstAssignment(ticket, effects.fields))
    return { ...effects.fields, status: STARTED_STATUS };
  return automatic === null ? effects.fields : { ...effects.fields, status: automatic };
}

function omitStatus({ status: _, ...fields }: Fields): Fields {
  return fields;
}

/** A date may hold the ticket, with the status that it gets as the one that comes back. Closing ends a date by itself. */
function planDate(
  ctx: Ctx,
  ticket: TicketRecord,
  { followUp }: ResolvedEffects,
  status: string,
): { status: string; followUp?: FollowUp } {
  if (followUp === undefined || (followUp === null && isClosed(status))) return { status };
  const planned = planFollowUp(ctx, { ...ticket, status }, followUp);
  if (planned.status !== status) refuseForbiddenFields(ctx.actor, ticket, { status: planned.status });
  return { status: planned.status, followUp: planned.after };
}

function planTags(
  ticket: TicketRecord,
  { added, removed }: ResolvedEffects,
  before: readonly NamedTag[],
): { tags?: TagSave } {
  if (added.length + removed.length === 0) return {};
  const wanted = [...without(before, removed), ...without(added, before)];
  if (new Set(wanted.map(({ id }) => id)).size > Math.max(LIMITS.tagsPerTicket, before.length))
    throw refuseField(422, "tags", "tag.too_many_on_ticket", { max: LIMITS.tagsPerTicket });
  return { tags: { ticket, before, wanted } };
}

function planItems({ checklist }: ResolvedEffects, held: readonly string[]): string[] {
  const items = [...new Set(checklist)].filter((text) => !held.includes(text));
  if (items.length > 0 && held.length + items.length > LIMITS.checklistItems)
    throw refuse(409, "checklist.full", { params: { max: LIMITS.checklistItems } });
  return items;
}
