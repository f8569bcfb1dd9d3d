import { sql, type RawBuilder } from "kysely";

/** The names of a ticket's tags; for those alone who may see tags: the external users' role cannot read them. */
export function tagsOf(ticket: "t" | "ticket"): RawBuilder<string[]> {
  // Each name is looked up by itself: joined, all tags would be read for each ticket, also for one that has none.
  return sql<string[]>`array(select name from (
      select (select tag.name from tags tag where tag.id = tt.tag_id and tag.deleted_at is null) as name
      from ticket_tags tt where tt.ticket_id = ${sql.ref(`${ticket}.id`)} offset 0) as named
    where name is not null order by name)`;
}
