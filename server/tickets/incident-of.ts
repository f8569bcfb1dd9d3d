import { sql, type RawBuilder } from "kysely";

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
  // The function follows merges both ways, which takes a fifth of the time of a ticket's page: only a ticket with a link of its
  // own, or with another that became part of it, can belong to an incident.
  const id = sql.ref(`${ticket}.id`);
  return sql`(select incident_of(${id}) where
    exists (select from ticket_links l where l.from_ticket_id = ${id} and l.kind = 'child')
    or exists (select from tickets part where part.merged_into_id = ${id}))`;
}

/** How many tickets of an incident are not closed; null for a ticket that is none. */
export function openReportersOf(ticket: "t" | "ticket"): RawBuilder<number | null> {
  // Nearly no ticket is one: a look into an index tells, and only then a function counts. The links are grouped for the planner,
  // which would look for a first one, as `exists` asks for, by reading the table.
  return sql`(select open_reporters(l.to_ticket_id) from ticket_links l
    where l.to_ticket_id = ${sql.ref(`${ticket}.id`)} and l.kind = 'child' group by l.to_ticket_id)`;
}
