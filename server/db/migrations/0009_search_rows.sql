-- Searching reads one narrow table: the words of a ticket stand beside what lists filter and order by.
--
-- The idea: a page of hits is found either by walking the newest tickets and asking each for its words, or by asking the
-- word index for all hits and sorting them. Both cost one small row per ticket here, where a join would cost four
-- blocks more. What is copied follows its ticket in the same transaction (docs/decisions/0011).

alter table ticket_words
  add column status text,
  add column priority text,
  add column assignee_id uuid,
  add column client_id uuid,
  add column company_id uuid,
  add column group_id uuid,
  add column confidential boolean,
  add column updated timestamptz(3),
  add column deleted_at timestamptz(3);

-- Staff's words contain everybody's: one index serves both, and what is public is asked of the row.
drop index ticket_words_public;
drop index ticket_words_staff;
update ticket_words w
  set status = t.status, priority = t.priority, assignee_id = t.assignee_id, client_id = t.client_id,
    company_id = t.company_id, group_id = t.group_id, confidential = t.confidential, updated = t.updated,
    deleted_at = t.deleted_at
  from tickets t where t.id = w.ticket_id;
alter table ticket_words
  alter column status set not null,
  alter column priority set not null,
  alter column confidential set not null,
  alter column updated set not null;

-- A short list of what is not sorted in yet: every search reads all of it.
create index ticket_words_staff on ticket_words using gin (staff_words) with (gin_pending_list_limit = 256);
create index ticket_words_newest on ticket_words (updated desc, ticket_id desc) where deleted_at is null;
create index ticket_words_by_company on ticket_words (company_id, updated desc, ticket_id desc) where deleted_at is null;
create index ticket_words_by_client on ticket_words (client_id, updated desc, ticket_id desc) where deleted_at is null;

-- Whoever writes words says nothing of the ticket, and whoever changes a ticket says nothing of the words.
create function fill_search_row() returns trigger language plpgsql security definer set search_path = public as $$
begin
  select status, priority, assignee_id, client_id, company_id, group_id, confidential, updated, deleted_at
    into new.status, new.priority, new.assignee_id, new.client_id, new.company_id, new.group_id, new.confidential,
      new.updated, new.deleted_at
    from tickets where id = new.ticket_id;
  return new;
end $$;
create trigger ticket_words_filled before insert on ticket_words for each row execute function fill_search_row();

create function keep_search_row() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update ticket_words
    set status = new.status, priority = new.priority, assignee_id = new.assignee_id, client_id = new.client_id,
      company_id = new.company_id, group_id = new.group_id, confidential = new.confidential, updated = new.updated,
      deleted_at = new.deleted_at
    where ticket_id = new.id;
  return null;
end $$;
create trigger tickets_searched after update on tickets for each row
  when ((old.status, old.priority, old.assignee_id, old.client_id, old.company_id, old.group_id, old.confidential,
      old.updated, old.deleted_at)
    is distinct from (new.status, new.priority, new.assignee_id, new.client_id, new.company_id, new.group_id,
      new.confidential, new.updated, new.deleted_at))
  execute function keep_search_row();

-- The same columns as tickets, so that visibility and filters are written once.
create view ticket_search with (security_invoker = true) as
  select ticket_id as id, status, priority, assignee_id, client_id, company_id, group_id, confidential, updated,
    deleted_at, public_words, staff_words
  from ticket_words;

-- Row-level security keeps outsiders from the word index, since matching words is not known to keep secrets. This asks
-- the index in their place and gives only what the policy of ticket_words would.
create function guest_hits(wanted tsquery) returns setof uuid
  language sql stable security definer set search_path = public as $$
  select ticket_id from ticket_words
  where staff_words @@ wanted and public_words @@ wanted and (
    client_id = (select guest_id())
    or ticket_id in (select ticket_id from participants where user_id = (select guest_id()))
    or (company_id = (select guest_company()) and not confidential and ((select guest_is_admin()) or (select guest_shares())))
  )
$$;

do $$
begin
  if not exists (select from pg_roles where rolname = 'waypost_guest') then return; end if;
  grant select on ticket_search to waypost_guest;
  drop policy guest on ticket_words;
  create policy guest on ticket_words to waypost_guest
    using (
      client_id = (select guest_id())
      or ticket_id in (select ticket_id from participants where user_id = (select guest_id()))
      or (company_id = (select guest_company()) and not confidential and ((select guest_is_admin()) or (select guest_shares())))
    )
    with check (client_id = (select guest_id()) or company_id = (select guest_company())
      or ticket_id in (select ticket_id from participants where user_id = (select guest_id())));
end $$;
