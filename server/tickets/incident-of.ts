import { sql, type RawBuilder } from "kysely";
import { statusesIn } from "#contract/statuses.ts";

type Parent = { id: string; uid: string };

/** The incident of a row of a list. For the staff alone, as the table of links is. */
export function parentOf(ticket: "t" | "ticket"): RawBuilder<Parent | null> {
  // A ticket has at most one such link; what was merged is followed for the few that lead to such.
  return sql`(select case when p.merged_into_id is not null then incident_of(l.from_ticket_id)
      when p.deleted_at is null then jsonb_build_object('id', p.id, 'uid', p.uid) end
    from ticket_links l join tickets p on p.id = l.to_ticket_id
    where l.from_ticket_id = ${sql.ref(`${ticket}.id`)} and l.kind = 'child')`;
}

/** The same of one ticket, also by what was merged into it. */
export function parentOfOne(ticket: "ticket"): RawBuilder<Parent | null> {
  return sql`incident_of(${sql.ref(`${ticket}.id`)})`;
}

const CLOSED = sql.join(statusesIn("closed").map((code) => sql.lit(code)));

/** How many tickets of an incident are not closed; null for a ticket that is none. */
export function openReportersOf(ticket: "t" | "ticket"): RawBuilder<number | null> {
  return sql`case when exists (select from ticket_links l where l.to_ticket_id = ${sql.ref(`${ticket}.id`)} and l.kind = 'child')
    then (select count(*)::int from incident_children(${sql.ref(`${ticket}.id`)}) c join tickets child on child.id = c.id
      where child.deleted_at is null and child.status not in (${CLOSED})) end`;
}
