import type { z } from "zod";
import { maySeeTags } from "#contract/access/tags.ts";
import { LIMITS } from "#contract/limits.ts";
import type { tags } from "#contract/tags.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { refuse, refuseField } from "#server/lib/refusal.ts";
import { recordEvents } from "#server/lib/work/history.ts";
import { findTags, pickTags, type NamedTag } from "./find-by-name.ts";
import { keepTags, lockMaking } from "./lock-tags.ts";
import { getTag } from "./read.ts";

/** Adds a tag. Refuses 409 for a name that one has or had, with the id of that one. */
export async function createTag(ctx: Ctx, { name }: z.output<typeof tags.create.body>) {
  if (!maySeeTags(ctx.actor)) throw refuse(403, "auth.not_allowed");
  await keepTags(ctx.db);
  const known = (await findTags(ctx.db, [name])).get(name);
  if (known) throw refuseTaken(known);
  const [made] = await coinTags(ctx, [name]);
  if (made) return { tag: await getTag(ctx.db, made.id) };
  // Somebody else was quicker.
  const [theirs] = (await findTags(ctx.db, [name])).values();
  throw theirs ? refuseTaken(theirs) : refuse(409, "tag.changed_since");
}

/** The refusal of a name that another tag has, or had: which one. */
export function refuseTaken({ id, name }: NamedTag) {
  return refuse(409, "tag.name_taken", { extensions: { facts: { id, name } } });
}

/** Finds tags by their names and makes those that nobody gave yet, in the order of the names. The tags are kept already. */
export async function findOrCoinTags(ctx: Ctx, names: readonly string[]): Promise<NamedTag[]> {
  const known = await findTags(ctx.db, names);
  const unknown = names.filter((name) => !known.has(name));
  if (unknown.length > 0) {
    await coinTags(ctx, unknown);
    for (const [name, tag] of await findTags(ctx.db, unknown)) known.set(name, tag);
  }
  return pickTags(known, names);
}

/** Makes tags; leaves out those that somebody makes at the same time. Sorted, so that two never wait for each other. */
async function coinTags(ctx: Ctx, names: readonly string[]): Promise<NamedTag[]> {
  await refuseTooMany(ctx, names.length);
  const made = await ctx.db
    .insertInto("tags")
    .values([...new Set(names)].toSorted().map((name) => ({ name })))
    .onConflict((conflict) => conflict.column("name").where("deleted_at", "is", null).doNothing())
    .returning(["id", "name"])
    .execute();
  await recordEvents(
    ctx,
    made.map(({ id, name }) => ({ id, kind: "tag.created", after: { name } })),
  );
  return made;
}

async function refuseTooMany(ctx: Ctx, more: number): Promise<void> {
  await lockMaking(ctx.db);
  const { n } = await ctx.db
    .selectFrom("tags")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  if (n + more > LIMITS.tags) throw refuseField(422, "tags", "tag.too_many", { max: LIMITS.tags });
}
