-- Tags: the staff's own words for tickets. The external users' role has no grant on anything here, and learns nothing of it.

create table tags (                                                         -- tags
  id uuid primary key default gen_random_uuid(),
  -- As contract/tag-names.ts makes it: lower case, letters, digits and dashes.
  name text not null check (char_length(name) between 1 and 40),
  -- Deleted, or merged into another one. Its tickets stay noted below, so that an undo brings all of them back.
  deleted_at timestamptz(3)
);
create unique index tags_by_name on tags (name) where deleted_at is null;
create index tags_to_prune on tags (deleted_at) where deleted_at is not null;

-- Former names: those of renamed tags, and of tags that were merged into another one.
create table tag_aliases (                                                  -- tags
  name text primary key,
  tag_id uuid not null references tags on delete cascade
);
create index tag_aliases_by_tag on tag_aliases (tag_id);

create table ticket_tags (                                                  -- tags
  ticket_id uuid not null references tickets on delete cascade,
  tag_id uuid not null references tags on delete cascade,
  added_by uuid not null references principals,
  added_at timestamptz(3) not null,
  -- The merge that made this tag of another one; its undo takes that back.
  merge_id uuid,
  -- The ticket's, so that an index leads from a tag to its newest tickets, and counts them. A trigger fills them in.
  updated timestamptz(3) not null,
  status text not null,
  in_trash boolean not null,
  primary key (ticket_id, tag_id)
);
create index ticket_tags_newest on ticket_tags (tag_id, updated desc, ticket_id desc) where not in_trash;
create index ticket_tags_by_status on ticket_tags (tag_id, status) where not in_trash;

create function fill_ticket_tag() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select updated, status, deleted_at is not null into new.updated, new.status, new.in_trash
    from tickets where id = new.ticket_id;
  return new;
end $$;
create trigger ticket_tags_filled before insert on ticket_tags for each row execute function fill_ticket_tag();

-- Tickets that have a tag wait here while tags are merged (the lock's other side is taken by server/tags/lock-tags.ts), which
-- writes the rows of many tickets in an order of its own.
create function keep_ticket_tags() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from ticket_tags where ticket_id = new.id) then
    perform pg_advisory_xact_lock_shared(59, 0);
    update ticket_tags set updated = new.updated, status = new.status, in_trash = new.deleted_at is not null
      where ticket_id = new.id;
  end if;
  return null;
end $$;
create trigger tickets_tagged after update on tickets for each row
  when ((old.updated, old.status, old.deleted_at is null) is distinct from (new.updated, new.status, new.deleted_at is null))
  execute function keep_ticket_tags();

-- The columns by which lists filter and sort, called as in tickets, so that filters are written once. The outer join is left
-- out by the planner where nothing of the ticket is asked for, as in counting.
create view tagged_tickets with (security_invoker = true) as
  select tt.tag_id, tt.in_trash, tt.ticket_id as id, tt.updated, tt.status, t.number, t.subject, t.priority, t.assignee_id,
    t.client_id, t.company_id, t.group_id, t.confidential, t.created,
    case when tt.in_trash then tt.updated end as deleted_at
  from ticket_tags tt left join tickets t on t.id = tt.ticket_id;

-- What the history says of a ticket's tags is erased with the ticket.
create or replace function without_words(said jsonb) returns jsonb language sql immutable as $$
  select case when said ?| '{subject,issue,comment,name,tags}' then
    (select jsonb_object_agg(key,
        case when key in ('subject', 'issue', 'comment', 'name', 'tags') then 'null'::jsonb else value end)
      from jsonb_each(said))
    else said end
$$;

-- The demo has tags, which go with the rest of it.
alter table samples drop constraint samples_kind_check;
alter table samples add constraint samples_kind_check
  check (kind in ('user', 'company', 'group', 'ticket', 'mailbox', 'incoming', 'tag'));

-- Until the planner knows how many tickets a tag has after a bulk load, lists by a tag scan the wrong index.
create or replace function refresh_ticket_statistics() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  analyze tickets, ticket_numbers, ticket_words, ticket_tags, comments, history, external_references;
end $$;

select grant_app_rights();
