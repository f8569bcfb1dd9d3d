import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { z } from "zod";
import { mayManageTags } from "#contract/access/tags.ts";
import type { tags } from "#contract/tags.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { refuse, refuseField } from "#server/lib/refusal.ts";
import { recordEvent } from "#server/lib/work/history.ts";
import { refuseTaken } from "./create.ts";
import { findTags, type NamedTag } from "./find-by-name.ts";
import { lockTags } from "./lock-tags.ts";
import { getTag } from "./read.ts";

/** Renames a tag; its former name still leads to it. Refuses 409 for a name that another one has or had. */
export async function renameTag(ctx: Ctx, id: string, { name }: z.output<typeof tags.rename.body>) {
  const tag = await lockTag(ctx, id);
  const taken = (await findTags(ctx.db, [name])).get(name);
  if (taken && taken.id !== id) throw refuseTaken(taken);
  const group_id = randomUUID();
  if (name !== tag.name) await saveName(ctx, tag, name, group_id);
  return { tag: await getTag(ctx.db, id), group_id };
}

/** Writes another name, and keeps the former one as one that leads here. */
export async function saveName(ctx: Ctx, tag: NamedTag, name: string, groupId?: string): Promise<void> {
  await ctx.db.updateTable("tags").set({ name }).where("id", "=", tag.id).execute();
  const former = await ctx.db
    .deleteFrom("tag_aliases")
    .where("name", "=", name)
    .where("tag_id", "=", tag.id)
    .returning("name")
    .execute();
  await addAliases(ctx, [tag.name], tag.id);
  await recordEvent(ctx, {
    id: tag.id,
    kind: "tag.changed",
    groupId,
    before: { name: tag.name, aliases: former.map((alias) => alias.name) },
    after: { name },
  });
}

/**
 * Merges a tag into another one: its tickets get the other, its names lead there. Rows move, since new ones would lock their
 * tickets; those of tickets that have both stay, unseen, so that an undo knows of them. Refuses 404 for a tag that is gone, 422 for a target that is.
 */
export async function mergeTag(ctx: Ctx, id: string, { into_id }: z.output<typeof tags.merge.body>) {
  const tag = await lockTag(ctx, id);
  if (into_id === id) throw refuseField(422, "into_id", "tag.merge_into_itself");
  const into = await findTag(ctx, into_id);
  if (!into) throw refuseField(422, "into_id", "tag.merge_target_unknown");
  const group_id = randomUUID();
  await sql`
    update ticket_tags moving set tag_id = ${into.id}, merge_id = ${group_id}
    where tag_id = ${id} and not exists (
      select from ticket_tags tt where tt.ticket_id = moving.ticket_id and tt.tag_id = ${into.id})`.execute(
    ctx.db,
  );
  const aliases = await ctx.db
    .updateTable("tag_aliases")
    .set({ tag_id: into.id })
    .where("tag_id", "=", id)
    .returning("name")
    .execute();
  await setDeleted(ctx, id, ctx.now);
  await addAliases(ctx, [tag.name], into.id);
  await recordEvent(ctx, {
    id,
    kind: "tag.merged",
    groupId: group_id,
    before: { name: tag.name, aliases: aliases.map(({ name }) => name) },
    after: { into_id: into.id, into: into.name },
  });
  return { tag: await getTag(ctx.db, into.id), group_id };
}

/** Takes a tag from every ticket. What it was on stays noted, until nobody can bring it back. */
export async function deleteTag(ctx: Ctx, id: string) {
  const tag = await lockTag(ctx, id);
  const group_id = randomUUID();
  await setDeleted(ctx, id, ctx.now);
  await recordEvent(ctx, { id, kind: "tag.deleted", groupId: group_id, before: { name: tag.name } });
  return { group_id };
}

export async function setDeleted({ db }: Pick<Ctx, "db">, id: string, at: Date | null): Promise<void> {
  await db.updateTable("tags").set({ deleted_at: at }).where("id", "=", id).execute();
}

/** Names that lead to a tag from now on, wherever they led before. */
export async function addAliases({ db }: Pick<Ctx, "db">, names: string[], tagId: string): Promise<void> {
  if (names.length === 0) return;
  await db
    .insertInto("tag_aliases")
    .values(names.map((name) => ({ name, tag_id: tagId })))
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ tag_id: tagId }))
    .execute();
}

/** Finds a tag with all tags locked: of two who manage tags at once the second sees what the first has done. */
async function lockTag(ctx: Ctx, id: string): Promise<NamedTag> {
  if (!mayManageTags(ctx.actor)) throw refuse(403, "auth.not_allowed");
  await lockTags(ctx.db);
  const tag = await findTag(ctx, id);
  if (!tag) throw refuse(404, "tag.not_found");
  return tag;
}

/** Finds a tag that is not gone. */
export async function findTag({ db }: Pick<Ctx, "db">, id: string): Promise<NamedTag | undefined> {
  return db
    .selectFrom("tags")
    .select(["id", "name"])
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
}
