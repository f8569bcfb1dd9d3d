import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import { mayManageTags, maySeeTags, mayTag } from "#contract/access/tags.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { refuse } from "#server/lib/refusal.ts";
import { recordEvent } from "#server/lib/work/history.ts";
import { type ActionEvent, readOwnAction } from "#server/lib/work/own-action.ts";
import { readRows } from "#server/tickets/list-row-columns.ts";
import { lockTickets, type TicketRecord } from "#server/tickets/read.ts";
import { findTags, type NamedTag, pickTags, without } from "./find-by-name.ts";
import { keepTags, lockTags } from "./lock-tags.ts";
import { addAliases, findTag, saveName, setDeleted } from "./manage.ts";
import { getTag } from "./read.ts";
import { readTagsOf, saveTags, type TagSave } from "./save-tags.ts";

/**
 * Undoes one's own change of tags: of tickets, or of a tag itself. Refuses 404 for what is nobody's or somebody else's or
 * undone already, 409 when it is too late or somebody changed the tag since.
 */
export async function undoTagging(ctx: Ctx, groupId: string) {
  if (!maySeeTags(ctx.actor)) throw refuse(403, "auth.not_allowed");
  const events = await readOwnAction(ctx, groupId, UNDOABLE);
  const [first] = events;
  if (first.kind === "ticket.tagged") return untagTickets(ctx, events);
  if (!mayManageTags(ctx.actor)) throw refuse(403, "auth.not_allowed");
  await lockTags(ctx.db);
  await undoOnTag(ctx, first, groupId);
  return { tag: await getTag(ctx.db, first.entity_id), tickets: [], kept: [] };
}

const UNDOABLE = ["ticket.tagged", "tag.changed", "tag.merged", "tag.deleted"] as const;
type TagEvent = ActionEvent<(typeof UNDOABLE)[number]>;

const Tagged = z.object({ tags: z.array(z.string()) });

async function untagTickets(ctx: Ctx, events: TagEvent[]) {
  const locked = await lockTickets(
    ctx,
    events.map(({ entity_id }) => entity_id),
  );
  const tickets = new Map(locked.filter((ticket) => mayTag(ctx.actor, ticket)).map((one) => [one.id, one]));
  const { changed, kept } = await undoTagged(ctx, tickets, events, randomUUID());
  return { tag: null, tickets: await readRows(ctx, changed), kept };
}

/**
 * Takes what events of tagging did to locked tickets back. Answers the ids of those tickets, and of those whose tags somebody
 * changed since.
 */
export async function undoTagged(
  ctx: Ctx,
  tickets: ReadonlyMap<string, TicketRecord>,
  events: readonly ActionEvent[],
  undoGroup: string,
): Promise<{ changed: string[]; kept: string[] }> {
  if (events.length === 0) return { changed: [], kept: [] };
  await keepTags(ctx.db);
  const changes = events.map((event) => ({
    id: event.entity_id,
    before: Tagged.parse(event.before).tags,
    after: Tagged.parse(event.after).tags,
  }));
  const known = await findTags(ctx.db, [
    ...new Set(changes.flatMap(({ before, after }) => [...before, ...after])),
  ]);
  const held = await readTagsOf(ctx.db, [...tickets.keys()]);
  const saves: TagSave[] = [];
  const kept: string[] = [];
  for (const { id, ...change } of changes) {
    const ticket = tickets.get(id);
    const now = held.get(id) ?? [];
    const plan = planUndo(now, change, known);
    if (ticket) saves.push({ ticket, before: now, wanted: plan.wanted });
    if (!ticket || !plan.isWhole) kept.push(id);
  }
  await saveTags(ctx, saves, undoGroup);
  return { changed: saves.map(({ ticket }) => ticket.id), kept };
}

/** What a ticket's tags become: those that came are taken off, those that went are put back, others stay as they are now. */
function planUndo(
  now: readonly NamedTag[],
  { before, after }: { before: readonly string[]; after: readonly string[] },
  known: ReadonlyMap<string, NamedTag>,
): { wanted: NamedTag[]; isWhole: boolean } {
  const came = pickTags(
    known,
    after.filter((name) => !before.includes(name)),
  );
  const went = pickTags(
    known,
    before.filter((name) => !after.includes(name)),
  );
  const isGone = without(came, now).length > 0;
  const isBack = without(went, now).length < went.length;
  return { wanted: [...without(now, came), ...went], isWhole: !isGone && !isBack };
}

const Named = z.object({ name: z.string() });
const Former = Named.extend({ aliases: z.array(z.string()) });
const Merged = z.object({ before: Former, after: z.object({ into_id: z.string() }) });

async function undoOnTag(ctx: Ctx, event: TagEvent, groupId: string): Promise<void> {
  if (event.kind === "tag.changed") return undoRename(ctx, event);
  const tag = await findDeleted(ctx, event.entity_id);
  await refuseIfNameTaken(ctx, tag.name, event);
  if (event.kind === "tag.merged") await undoMerge(ctx, tag, event, groupId);
  await setDeleted(ctx, tag.id, null);
  await recordEvent(ctx, { id: tag.id, kind: "tag.restored", after: { name: tag.name } });
}

async function undoRename(ctx: Ctx, { entity_id, before, after }: TagEvent): Promise<void> {
  const tag = await findTag(ctx, entity_id);
  const { name: former, aliases } = Former.parse(before);
  if (tag?.name === former) throw refuse(404, "ticket.undo_nothing");
  if (tag?.name !== Named.parse(after).name) throw refuse(409, "tag.changed_since");
  await saveName(ctx, tag, former);
  if (!aliases.includes(tag.name))
    await ctx.db.deleteFrom("tag_aliases").where("name", "=", tag.name).execute();
}

async function findDeleted({ db }: Ctx, id: string): Promise<NamedTag> {
  const tag = await db
    .selectFrom("tags")
    .select(["id", "name"])
    .where("id", "=", id)
    .where("deleted_at", "is not", null)
    .executeTakeFirst();
  if (!tag) throw refuse(404, "ticket.undo_nothing");
  return tag;
}

/** Somebody may have given the name again since, or a rename may lead it elsewhere. */
async function refuseIfNameTaken(ctx: Ctx, name: string, event: TagEvent): Promise<void> {
  const into = event.kind === "tag.merged" ? Merged.parse(event).after.into_id : null;
  const holder = (await findTags(ctx.db, [name])).get(name);
  if (holder && holder.id !== into) throw refuse(409, "tag.changed_since");
}

/** Takes back what the merge brought. A ticket that lost the other tag since has lost this one with it. */
async function undoMerge(ctx: Ctx, tag: NamedTag, event: TagEvent, groupId: string): Promise<void> {
  const { before, after } = Merged.parse(event);
  if (!(await findTag(ctx, after.into_id))) throw refuse(409, "tag.changed_since");
  await sql`delete from ticket_tags gone where tag_id = ${tag.id} and not exists (
    select from ticket_tags tt where tt.ticket_id = gone.ticket_id and tt.tag_id = ${after.into_id})`.execute(
    ctx.db,
  );
  await sql`update ticket_tags set tag_id = ${tag.id}, merge_id = null
    where tag_id = ${after.into_id} and merge_id = ${groupId}`.execute(ctx.db);
  await ctx.db.deleteFrom("tag_aliases").where("name", "=", tag.name).execute();
  await addAliases(ctx, before.aliases, tag.id);
}
