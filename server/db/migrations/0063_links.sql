-- Links between tickets, which are the staff's own. The external users' role has no grant on them, and learns nothing of them.

create table ticket_links (                                                 -- links
  id uuid primary key,
  -- A duplicate leads to the ticket that it is a duplicate of; of two related ones the smaller id comes first.
  from_ticket_id uuid not null references tickets on delete cascade,
  to_ticket_id uuid not null references tickets on delete cascade,
  kind text not null check (kind in ('related', 'duplicate')),
  created_by uuid not null references principals,
  created_at timestamptz(3) not null,
  check (from_ticket_id <> to_ticket_id)
);
create unique index ticket_links_once on ticket_links (from_ticket_id, to_ticket_id, kind);
create index ticket_links_to on ticket_links (to_ticket_id);

select grant_app_rights();
