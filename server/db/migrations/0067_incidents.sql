-- Incidents: a ticket to which those of several reporters belong. The staff's own, as every link is: the external users' role
-- has no grant on links, on these functions or on the new columns.

alter table ticket_links drop constraint ticket_links_kind_check;
alter table ticket_links add constraint ticket_links_kind_check check (kind in ('related', 'duplicate', 'child'));
-- A reporter's ticket leads to its incident, and belongs to one.
create unique index ticket_links_one_incident on ticket_links (from_ticket_id) where kind = 'child';

-- An answer to all reporters: the note on the incident that says so has its own id here. External users' role has no right
-- to the column, and learns of no other ticket by it.
alter table comments add column broadcast_id uuid;
create index comments_by_broadcast on comments (broadcast_id) where broadcast_id is not null;

-- While it waits: the words of each reporter's ticket, and who from outside reads them (server/comments/broadcast).
alter table scheduled_comments add column broadcast jsonb;

-- Few rows are followed by their key. What the planner expects of a recursion is many, for which it would read all tickets;
-- `offset 0` keeps it from that.

-- The incident of a ticket, by what was merged into either; null where it belongs to none that is there.
create function incident_of(asked uuid) returns jsonb
  language sql stable set search_path = public, pg_temp as $$
  with recursive part as (
    select asked as id
    union
    select t.id from tickets t join part on t.merged_into_id = part.id
  ), way as (
    select l.to_ticket_id as id, l.from_ticket_id = asked as is_own, l.created_at
    from ticket_links l join part on part.id = l.from_ticket_id where l.kind = 'child'
    union
    select t.merged_into_id, way.is_own, way.created_at
    from way, lateral (select merged_into_id from tickets where id = way.id offset 0) t
    where t.merged_into_id is not null
  )
  select jsonb_build_object('id', t.id, 'uid', t.uid)
  from way, lateral (select id, uid, deleted_at, erased_at from tickets where id = way.id offset 0) t
  where t.deleted_at is null and t.erased_at is null and t.id <> asked
  order by way.is_own desc, way.created_at limit 1
$$;

-- The tickets that belong to an incident, with their links. A merged one stands as the ticket that it is part of now, unless that
-- belongs to another incident, and those of an incident that was merged belong to the one that it is part of.
create function incident_children(asked uuid) returns table (id uuid, link_id uuid)
  language sql stable set search_path = public, pg_temp as $$
  with recursive incident as (
    select asked as id
    union
    select t.id from tickets t join incident on t.merged_into_id = incident.id
  ), way as (
    select l.from_ticket_id as id, l.id as link_id, l.created_at, t.merged_into_id, true as is_own
    from ticket_links l join incident on incident.id = l.to_ticket_id,
      lateral (select merged_into_id from tickets where id = l.from_ticket_id offset 0) t
    where l.kind = 'child'
    union
    select t.id, way.link_id, way.created_at, t.merged_into_id, false
    from way, lateral (select id, merged_into_id from tickets where id = way.merged_into_id offset 0) t
  )
  select distinct on (way.id) way.id, way.link_id from way
  where way.merged_into_id is null and way.id <> asked and (way.is_own or (incident_of(way.id) ->> 'id')::uuid = asked)
  order by way.id, way.is_own desc, way.created_at, way.link_id
$$;

revoke all on function incident_children(uuid) from public;
revoke all on function incident_of(uuid) from public;

select grant_guest_rights();
select grant_app_rights();
