import { sql } from "kysely";
import type { z } from "zod";
import { LIMITS } from "#contract/limits.ts";
import type { tags } from "#contract/tags.ts";
import type { Ctx, Db } from "#server/lib/request-context.ts";
import { readPage } from "#server/lib/db/bounds.ts";
import { matchWords } from "#server/lib/db/name-search.ts";
import { buildMeta, parsePage } from "#server/lib/http/pagination.ts";
import { refuse } from "#server/lib/refusal.ts";

type Query = z.output<typeof tags.list.query>;

/** Lists the tags by name. */
export async function listTags(ctx: Ctx, query: Query) {
  const page = parsePage(query, LIMITS.pageDefault);
  let matching = tagQuery(ctx.db);
  for (const isFound of matchWords(sql`name_key(${NAMES})`, query.search)) matching = matching.where(isFound);
  const { total } = await matching
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const items = await readPage(ctx.db, matching.orderBy(sql`name_key(tag.name)`).orderBy("tag.name"), page);
  return { items, meta: buildMeta(page, total) };
}

/** Reads one tag. Refuses 404 for one that is gone. */
export async function getTag(db: Db, id: string) {
  const tag = await tagQuery(db).where("tag.id", "=", id).executeTakeFirst();
  if (!tag) throw refuse(404, "tag.not_found");
  return tag;
}

/** A tag's name and its former ones, as words to search in. */
const NAMES = sql`concat_ws(' ', tag.name,
  (select string_agg(alias.name, ' ') from tag_aliases alias where alias.tag_id = tag.id))`;

function tagQuery(db: Db) {
  return db
    .selectFrom("tags as tag")
    .where("tag.deleted_at", "is", null)
    .select([
      "tag.id",
      "tag.name",
      sql<
        string[]
      >`array(select alias.name from tag_aliases alias where alias.tag_id = tag.id order by alias.name)`.as(
        "aliases",
      ),
      sql<number>`(select count(*) from ticket_tags tt where tt.tag_id = tag.id and not tt.in_trash)`.as(
        "tickets",
      ),
    ]);
}
