import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { mayTag } from "#contract/access/tags.ts";
import type { tags } from "#contract/tags.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { refuse } from "#server/lib/refusal.ts";
import { readRows } from "#server/tickets/list-row-columns.ts";
import { lockTicket, lockTickets } from "#server/tickets/read.ts";
import { findOrCoinTags } from "./create.ts";
import { findTags, type NamedTag, without } from "./find-by-name.ts";
import { keepTags } from "./lock-tags.ts";
import { readTagsOf, saveTags } from "./save-tags.ts";

/** Sets all tags of one ticket. Refuses 403 in the trash. */
export async function setTags(ctx: Ctx, id: string, body: z.output<typeof tags.set.body>) {
  const ticket = await lockTicket(ctx, id);
  if (!mayTag(ctx.actor)) throw refuse(403, "auth.not_allowed");
  if (!mayTag(ctx.actor, ticket)) throw refuse(403, "ticket.in_trash");
  await keepTags(ctx.db);
  const wanted = await findOrCoinTags(ctx, body.tags);
  const group_id = randomUUID();
  await saveTags(ctx, [{ ticket, before: (await readTagsOf(ctx.db, [id])).get(id) ?? [], wanted }], group_id);
  return { tags: namesOf(wanted), group_id };
}

/**
 * Adds tags to many tickets, and removes some, as one action that one undo takes back. Tickets gone meanwhile are `missing`.
 * Refuses 404 when none is there any more, 422 when one would have too many tags: then none is changed.
 */
export async function tagTickets(ctx: Ctx, { ids, add_tags, remove_tags }: z.output<typeof tags.tag.body>) {
  if (!mayTag(ctx.actor)) throw refuse(403, "auth.not_allowed");
  const tickets = (await lockTickets(ctx, ids)).filter((ticket) => mayTag(ctx.actor, ticket));
  if (tickets.length === 0) throw refuse(404, "ticket.not_found");
  await keepTags(ctx.db);
  const removed = [...(await findTags(ctx.db, remove_tags)).values()];
  const added = await findOrCoinTags(ctx, add_tags);
  const found = tickets.map(({ id }) => id);
  const held = await readTagsOf(ctx.db, found);
  const group_id = randomUUID();
  const saves = tickets.map((ticket) => {
    const before = held.get(ticket.id) ?? [];
    return { ticket, before, wanted: [...without(before, removed), ...added] };
  });
  await saveTags(ctx, saves, group_id);
  return {
    tickets: await readRows(ctx, found),
    group_id,
    missing: [...new Set(ids)].filter((id) => !found.includes(id)),
  };
}

function namesOf(all: readonly NamedTag[]): string[] {
  return [...new Set(all.map(({ name }) => name))].toSorted();
}
