/*
 * Lists by tags. A list of one tag walks the index from the tag to its newest tickets (the view tagged_tickets); of several,
 * that of the rarest, and asks each of its tickets for the others. Both are sub-selects whose values the planner does not
 * see, so that one plan serves all tags.
 */
import { sql, type RawBuilder, type SqlBool } from "kysely";
import { maySeeTags } from "#contract/access/tags.ts";
import type { Actor } from "#contract/access/actor.ts";
import { refuseField } from "#server/lib/refusal.ts";

/** Refuses 422 for those who may not know of tags, as for a field that does not exist. */
export function refuseTagFilter(actor: Actor, query: { tag?: readonly string[] | undefined }): void {
  if (query.tag && !maySeeTags(actor)) throw refuseField(422, "tag", "field.unknown", { field: "tag" });
}

/** Tickets of a tag that are counted to tell which of several is the rarest. */
const COUNTED = 1000;

/** The id of a tag by its name or a former one; null where nobody gave it. */
function tagNamed(name: string): RawBuilder<string | null> {
  return sql`(select coalesce(
    (select id from tags where name = ${name} and deleted_at is null),
    (select tag.id from tag_aliases alias join tags tag on tag.id = alias.tag_id
      where alias.name = ${name} and tag.deleted_at is null)))`;
}

/** The rarest of some tags; one that nobody gave has no tickets. */
export function leadingTag(names: readonly string[]): RawBuilder<string | null> {
  const [only, ...others] = names.map(tagNamed);
  if (only && others.length === 0) return only;
  const asked = names.map((name) => sql`(${tagNamed(name)})`);
  return sql`(select id from (values ${sql.join(asked)}) as asked(id)
    order by (select count(*) from (select from ticket_tags tt where tt.tag_id = asked.id and not tt.in_trash
      limit ${sql.lit(COUNTED)}) as counted)
    limit 1)`;
}

/** Rows of a tag with a status, for counting, at most `limit`. */
export function taggedRows(name: string, status: string, limit: number): RawBuilder<unknown> {
  return sql`(select from ticket_tags tt where tt.tag_id = ${tagNamed(name)} and tt.status = ${sql.lit(status)}
    and not tt.in_trash limit ${sql.lit(limit)})`;
}

/**
 * Counts `rows`, which are read from `tagged_tickets`, among the first tickets of a tag with a status: whatever else is asked,
 * each of them has to be read for it. The name stands for these few in the place of the view.
 */
export function lookThrough(
  names: readonly string[],
  { status, rows, most }: { status: string; rows: RawBuilder<unknown>; most: number },
): RawBuilder<unknown> {
  return sql`(with tagged_tickets as materialized (
      select * from tagged_tickets where tag_id = ${leadingTag(names)} and not in_trash and status = ${sql.lit(status)}
      limit ${sql.lit(most)})
    select ${sql.lit(status)} as status, (select count(*) from ${rows} as counted) as n,
      (select count(*) from tagged_tickets) >= ${sql.lit(most)} as is_more)`;
}

/** A look-up for each ticket that is read anyway: hidden from the planner, which would read all tickets of the tag. */
export function hasTag(name: string): RawBuilder<SqlBool> {
  return sql`coalesce((select true from ticket_tags tt where tt.ticket_id = t.id and tt.tag_id = ${tagNamed(name)}), false)`;
}

export const hasNoTag: RawBuilder<SqlBool> = sql`coalesce((select false from ticket_tags tt join tags tag on tag.id = tt.tag_id
  where tt.ticket_id = t.id and tag.deleted_at is null limit 1), true)`;
