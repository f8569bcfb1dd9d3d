import { sql } from "kysely";
import type { Db } from "#server/lib/request-context.ts";

export type NamedTag = { id: string; name: string };

/** The tags of names as they were found, in the order of the names; those that nobody gave are left out. */
export function pickTags(found: ReadonlyMap<string, NamedTag>, names: readonly string[]): NamedTag[] {
  return names.map((name) => found.get(name)).filter((tag) => tag !== undefined);
}

/** The tags that are not among others. */
export function without(all: readonly NamedTag[], others: readonly NamedTag[]): NamedTag[] {
  const ids = new Set(others.map(({ id }) => id));
  return all.filter(({ id }) => !ids.has(id));
}

/** Finds tags by their names or former names; the map's keys are the names as asked. */
export async function findTags(db: Db, names: readonly string[]): Promise<Map<string, NamedTag>> {
  if (names.length === 0) return new Map();
  const { rows } = await sql<NamedTag & { asked: string }>`
    select name as asked, id, name from tags where name = any(${names}::text[]) and deleted_at is null
    union all
    select alias.name, tag.id, tag.name from tag_aliases alias join tags tag on tag.id = alias.tag_id
      where alias.name = any(${names}::text[]) and tag.deleted_at is null
        and not exists (select from tags named where named.name = alias.name and named.deleted_at is null)`.execute(
    db,
  );
  return new Map(rows.map(({ asked, ...tag }) => [asked, tag]));
}
