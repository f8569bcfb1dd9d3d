import type { z } from "zod";
import { PRIORITY_LABELS, STATUS_LABELS } from "#contract/labels.ts";
import { EFFECT_FIELDS, type EffectField, type EffectOnTicket } from "#contract/macros/effects.ts";
import type { Held } from "#server/macros/plan.ts";
import type { ResolvedEffects } from "#server/macros/resolve.ts";
import { followUpOf } from "#server/tickets/follow-ups.ts";
import type { TicketRecord } from "#server/tickets/read.ts";

type Shown = z.input<typeof EffectOnTicket>;
type Said = Pick<Shown, "label" | "changes"> & Partial<Pick<Shown, "name" | "at">>;

/** The effects of a reply on a ticket, in their order, each with what it says and whether it changes anything. */
export function showEffects(ticket: TicketRecord, resolved: ResolvedEffects, held: Held): Shown[] {
  return EFFECT_FIELDS.flatMap((field) => {
    const said = resolved.effects[field] === undefined ? null : SAY[field](resolved, ticket, held);
    const stale = resolved.stale.find((each) => each.field === field);
    return said ? [{ field, name: null, at: null, ...said, ...(stale && { stale }) }] : [];
  });
}

type Say = (resolved: ResolvedEffects, ticket: TicketRecord, held: Held) => Said;

const SAY: Record<EffectField, Say> = {
  status: ({ effects: { status } }, ticket) => ({
    label: `Status: ${status === undefined ? "" : STATUS_LABELS[status]}`,
    changes: ticket.status !== status,
  }),
  priority: ({ effects: { priority } }, ticket) => ({
    label: `Priority: ${priority === undefined ? "" : PRIORITY_LABELS[priority]}`,
    changes: ticket.priority !== priority,
  }),
  assignee: ({ assignee, fields }, ticket) => ({
    name: assignee?.name ?? null,
    label: `Assignee: ${assignee?.name ?? "nobody"}`,
    changes: ticket.assignee_id !== fields.assignee_id,
  }),
  team: ({ team, fields }, ticket) => ({
    name: team?.name ?? null,
    label: `Team: ${team?.name ?? "none"}`,
    changes: ticket.group_id !== fields.group_id,
  }),
  follow_up: ({ followUp }, ticket) => ({
    at: followUp?.at.toISOString() ?? null,
    label: followUp ? (followUp.hold ? "Follow-up, On Hold until then" : "Follow-up") : "No follow-up",
    changes: (followUpOf(ticket).at?.getTime() ?? null) !== (followUp?.at.getTime() ?? null),
  }),
  add_tags: ({ effects: { add_tags = [] }, added }, ticket, held) => ({
    label: `Add tags: ${add_tags.join(", ")}`,
    changes: added.some(({ id }) => !tagIds(held, ticket).includes(id)),
  }),
  remove_tags: ({ effects: { remove_tags = [] }, removed }, ticket, held) => ({
    label: `Remove tags: ${remove_tags.join(", ")}`,
    changes: removed.some(({ id }) => tagIds(held, ticket).includes(id)),
  }),
  checklist: ({ checklist }, ticket, held) => ({
    label: `Checklist: ${checklist.join(", ")}`,
    changes: checklist.some((text) => !held.items.get(ticket.id)?.includes(text)),
  }),
};

function tagIds({ tags }: Held, { id }: TicketRecord): string[] {
  return (tags.get(id) ?? []).map((tag) => tag.id);
}
