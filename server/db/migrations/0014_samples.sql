-- What the demo invented, so that it can be told from what people made, and taken away when they begin in earnest.

create table samples (                                                      -- room: beginning
  kind text not null check (kind in ('user', 'company', 'group', 'ticket')),
  id uuid not null,
  primary key (kind, id)
);

-- Tickets and history are never deleted, but for samples, and those only where a transaction says that it removes them
-- (server/db/demo/remove.ts). What is a sample is looked up here for each row and believed of nobody: the marks are
-- made with the demo, before anybody works on the desk.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and tg_table_name in ('tickets', 'history')
    and current_setting('waypost.removing_samples', true) = 'yes'
  then return null; end if;
  raise exception '% cannot be changed: rows are only ever added', tg_table_name using errcode = 'restrict_violation';
end $$;

create function is_sample(asked_kind text, asked_id uuid) returns boolean language sql stable as
  $$ select exists (select from samples where kind = asked_kind and id = asked_id) $$;

-- Facts of comments and files belong to their ticket.
create function is_of_sample(fact history) returns boolean language sql stable as $$
  select case when fact.entity in ('comment', 'attachment')
    then is_sample('ticket', (coalesce(fact.after, fact.before) ->> 'ticket_id')::uuid)
      or is_sample('ticket', (select ticket_id from comments where id = fact.entity_id))
      or is_sample('ticket', (select ticket_id from attachments where id = fact.entity_id))
    else is_sample(fact.entity, fact.entity_id) end
$$;

create function keep_all_but_samples() returns trigger language plpgsql as $$
begin
  -- One inside the other: what is not reached is not looked at, and the rows of the two tables differ.
  if tg_table_name = 'tickets' then
    if is_sample('ticket', old.id) then return old; end if;
  elsif is_of_sample(old) then
    return old;
  end if;
  raise exception '% cannot be changed: rows are only ever added', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger tickets_but_samples before delete on tickets for each row execute function keep_all_but_samples();
create trigger history_but_samples before delete on history for each row execute function keep_all_but_samples();

-- Nobody from outside marks anything.
do $$
begin
  if exists (select from pg_roles where rolname = 'waypost_guest') then revoke all on samples from waypost_guest; end if;
end $$;
