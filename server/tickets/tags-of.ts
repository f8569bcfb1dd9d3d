import { sql, type RawBuilder } from "kysely";

/** The names of a ticket's tags; for those alone who may see tags: the external users' role cannot read them. */
export function tagsOf(ticket: "t" | "ticket"): RawBuilder<string[]> {
  return sql<string[]>`array(select tag.name from ticket_tags tt join tags tag on tag.id = tt.tag_id
    where tt.ticket_id = ${sql.ref(`${ticket}.id`)} and tag.deleted_at is null order by tag.name)`;
}
