-- The desk's figures, exact under any mix of concurrent writers, without one of them waiting for another.
--
-- The idea: whoever writes takes a counting slot that no other running transaction holds (an advisory lock, freed at its end)
-- and adds to the rows of that slot only. A row that nobody else can touch is neither waited for nor deadlocked over,
-- in whatever order a transaction changes things. A figure is the sum over all slots, each of which may be below zero.
-- The lowest free slot is taken, so there are only ever as many as transactions that truly ran at the same time.
--
-- Example: A and B write at once. A takes slot 0 and adds +1 open; B takes slot 1 and turns A's older ticket
-- from open to closed: -1 open, +1 closed. The sums stay what a recount of the tickets finds.

drop trigger tickets_inserted on tickets;
drop trigger tickets_updated on tickets;
drop function tickets_inserted();
drop function tickets_updated();
drop function count_tickets(ticket_counts[], ticket_daily[]);

alter table ticket_counts add column slot int not null default 0;
alter table ticket_counts drop constraint ticket_counts_pkey;
alter table ticket_counts add primary key (company_id, status, priority, assigned, slot);

-- Seconds from created to closed of the closed tickets: with their number the mean, without reading any day.
alter table ticket_totals add column resolved_seconds bigint not null default 0;
alter table ticket_daily drop column resolved_seconds;

-- People and client companies that are not deleted; kind is internal, external or company.
create table desk_totals (
  slot int not null,
  kind text not null,
  n bigint not null,
  primary key (slot, kind)
);

-- Ends, since at most as many slots are taken as there are connections. A transaction may come to hold two; both are its own.
create function counting_slot() returns int language plpgsql as $$
declare slot int := 0;
begin
  while not pg_try_advisory_xact_lock(1464813648, slot) loop
    slot := slot + 1;
  end loop;
  return slot;
end $$;

-- Asked for once a statement: organisation_day() asks again for every row, which bulk work would feel.
create function organisation_zone() returns text language sql stable as $$
  select coalesce((select value #>> '{}' from settings where key = 'time_zone' and company_id is null), 'UTC')
$$;

-- When a ticket was closed, null while it is not. The status decides: a leftover moment on an open ticket means nothing.
create function closed_moment(status text, closed timestamptz, updated timestamptz) returns timestamptz
  language sql immutable as $$ select case when status = 'closed' then coalesce(closed, updated) end $$;

create function resolved_seconds(status text, created timestamptz, closed timestamptz, updated timestamptz) returns bigint
  language sql immutable as $$
  select coalesce(greatest(0, extract(epoch from closed_moment(status, closed, updated) - created)::bigint), 0)
$$;

create type count_delta as (company_id uuid, status text, priority text, assigned boolean, n bigint, seconds bigint);
create type day_delta as (day date, created bigint, closed bigint);

create function add_figures(counts count_delta[], days day_delta[]) returns void language plpgsql as $$
declare my_slot int;
begin
  if counts is null and days is null then return; end if;
  my_slot := counting_slot();
  insert into ticket_counts as c (company_id, status, priority, assigned, slot, n)
    select company_id, status, priority, assigned, my_slot, sum(n) from unnest(counts)
    group by 1, 2, 3, 4 having sum(n) <> 0
    on conflict (company_id, status, priority, assigned, slot) do update set n = c.n + excluded.n;
  insert into ticket_totals as t (slot, status, priority, assigned, n, resolved_seconds)
    select my_slot, status, priority, assigned, sum(n), sum(seconds) from unnest(counts)
    group by 2, 3, 4 having sum(n) <> 0 or sum(seconds) <> 0
    on conflict (slot, status, priority, assigned)
    do update set n = t.n + excluded.n, resolved_seconds = t.resolved_seconds + excluded.resolved_seconds;
  insert into ticket_daily as d (day, slot, created, closed)
    select day, my_slot, sum(created), sum(closed) from unnest(days)
    group by 1 having sum(created) <> 0 or sum(closed) <> 0
    on conflict (day, slot) do update set created = d.created + excluded.created, closed = d.closed + excluded.closed;
end $$;

create function tickets_inserted() returns trigger language plpgsql as $$
declare zone text := organisation_zone();
begin
  perform add_figures(
    (select array_agg(row(company_id, status, priority, assigned, n, seconds)::count_delta) from (
       select coalesce(company_id, '00000000-0000-0000-0000-000000000000') as company_id, status, priority,
         assignee_id is not null as assigned, count(*) as n, sum(resolved_seconds(status, created, closed, updated)) as seconds
       from fresh where deleted_at is null group by 1, 2, 3, 4) as added),
    (select array_agg(row(day, created, closed)::day_delta) from (
       select day, sum(created) as created, sum(closed) as closed from (
         select (created at time zone zone)::date as day, 1 as created, 0 as closed from fresh where deleted_at is null
         union all
         select (closed_moment(status, closed, updated) at time zone zone)::date, 0, 1
           from fresh where deleted_at is null and status = 'closed') as points
       group by day) as added));
  return null;
end $$;
create trigger tickets_inserted after insert on tickets referencing new table as fresh
  for each statement execute function tickets_inserted();

create function tickets_updated() returns trigger language plpgsql as $$
declare zone text := organisation_zone();
begin
  perform add_figures(
    (select array_agg(row(company_id, status, priority, assigned, n, seconds)::count_delta) from (
       select company_id, status, priority, assigned, sum(n) as n, sum(n * seconds) as seconds from (
         select coalesce(company_id, '00000000-0000-0000-0000-000000000000') as company_id, status, priority,
           assignee_id is not null as assigned, -1 as n, resolved_seconds(status, created, closed, updated) as seconds
           from stale where deleted_at is null
         union all
         select coalesce(company_id, '00000000-0000-0000-0000-000000000000'), status, priority,
           assignee_id is not null, 1, resolved_seconds(status, created, closed, updated)
           from fresh where deleted_at is null) as both_sides
       group by 1, 2, 3, 4 having sum(n) <> 0 or sum(n * seconds) <> 0) as changed),
    (select array_agg(row(day, created, closed)::day_delta) from (
       select day, sum(created) as created, sum(closed) as closed from (
         select (created at time zone zone)::date as day, -1 as created, 0 as closed from stale where deleted_at is null
         union all
         select (closed_moment(status, closed, updated) at time zone zone)::date, 0, -1
           from stale where deleted_at is null and status = 'closed'
         union all
         select (created at time zone zone)::date, 1, 0 from fresh where deleted_at is null
         union all
         select (closed_moment(status, closed, updated) at time zone zone)::date, 0, 1
           from fresh where deleted_at is null and status = 'closed') as points
       group by day having sum(created) <> 0 or sum(closed) <> 0) as changed));
  return null;
end $$;
create trigger tickets_updated after update on tickets referencing old table as stale new table as fresh
  for each statement execute function tickets_updated();

create type desk_delta as (kind text, n bigint);

create function add_desk(deltas desk_delta[]) returns void language plpgsql as $$
begin
  if deltas is null then return; end if;
  insert into desk_totals as d (slot, kind, n)
    select counting_slot(), kind, sum(n) from unnest(deltas) where kind is not null group by kind having sum(n) <> 0
    on conflict (slot, kind) do update set n = d.n + excluded.n;
end $$;

create function counted_user(person users) returns text language sql immutable as $$
  select case when person.deleted_at is null then person.user_type end
$$;
create function counted_company(company companies) returns text language sql immutable as $$
  select case when company.deleted_at is null and not company.is_internal then 'company' end
$$;

create function users_inserted() returns trigger language plpgsql as $$
begin
  perform add_desk((select array_agg(row(kind, n)::desk_delta)
    from (select counted_user(fresh) as kind, count(*) as n from fresh group by 1) as added));
  return null;
end $$;
create function users_deleted() returns trigger language plpgsql as $$
begin
  perform add_desk((select array_agg(row(kind, -n)::desk_delta)
    from (select counted_user(stale) as kind, count(*) as n from stale group by 1) as taken));
  return null;
end $$;
-- Row by row, since nearly every update of a person is their last_online, which must cost nothing here.
create function user_changed() returns trigger language plpgsql as $$
begin
  perform add_desk(array[row(counted_user(old), -1)::desk_delta, row(counted_user(new), 1)::desk_delta]);
  return null;
end $$;
create trigger users_inserted after insert on users referencing new table as fresh
  for each statement execute function users_inserted();
create trigger users_deleted after delete on users referencing old table as stale
  for each statement execute function users_deleted();
create trigger user_changed after update of user_type, deleted_at on users for each row
  when (old.user_type <> new.user_type or (old.deleted_at is null) <> (new.deleted_at is null))
  execute function user_changed();

create function companies_inserted() returns trigger language plpgsql as $$
begin
  perform add_desk((select array_agg(row(kind, n)::desk_delta)
    from (select counted_company(fresh) as kind, count(*) as n from fresh group by 1) as added));
  return null;
end $$;
create function companies_deleted() returns trigger language plpgsql as $$
begin
  perform add_desk((select array_agg(row(kind, -n)::desk_delta)
    from (select counted_company(stale) as kind, count(*) as n from stale group by 1) as taken));
  return null;
end $$;
create function company_changed() returns trigger language plpgsql as $$
begin
  perform add_desk(array[row(counted_company(old), -1)::desk_delta, row(counted_company(new), 1)::desk_delta]);
  return null;
end $$;
create trigger companies_inserted after insert on companies referencing new table as fresh
  for each statement execute function companies_inserted();
create trigger companies_deleted after delete on companies referencing old table as stale
  for each statement execute function companies_deleted();
create trigger company_changed after update of is_internal, deleted_at on companies for each row
  when (old.is_internal <> new.is_internal or (old.deleted_at is null) <> (new.deleted_at is null))
  execute function company_changed();

-- Recounts everything and adds what is missing. Each table is compared in ONE statement, so in one snapshot, in which
-- tickets and counters belong together; the differences are then added like any other change. So nobody waits for a
-- recount, and what others write meanwhile stays right. Only a second recount has to wait, or both would repair the same.
create function recount_figures() returns table (figures text, drift bigint) language plpgsql as $$
declare
  my_slot int := counting_slot();
  zone text;
begin
  perform pg_advisory_xact_lock(1464813649);
  zone := organisation_zone();
  return query
    with truth as (
      select coalesce(company_id, '00000000-0000-0000-0000-000000000000') as company_id, status, priority,
        assignee_id is not null as assigned, count(*) as n
      from tickets where deleted_at is null group by 1, 2, 3, 4),
    held as (select company_id, status, priority, assigned, sum(c.n) as n from ticket_counts as c group by 1, 2, 3, 4),
    wrong as (
      select company_id, status, priority, assigned, coalesce(truth.n, 0) - coalesce(held.n, 0) as n
      from truth full join held using (company_id, status, priority, assigned)
      where coalesce(truth.n, 0) <> coalesce(held.n, 0)),
    mended as (
      insert into ticket_counts as c (company_id, status, priority, assigned, slot, n)
      select company_id, status, priority, assigned, my_slot, wrong.n from wrong
      on conflict (company_id, status, priority, assigned, slot) do update set n = c.n + excluded.n returning 1)
    select 'ticket_counts'::text, count(*) from mended;
  return query
    with truth as (
      select status, priority, assignee_id is not null as assigned, count(*) as n,
        sum(resolved_seconds(status, created, closed, updated)) as seconds
      from tickets where deleted_at is null group by 1, 2, 3),
    held as (
      select status, priority, assigned, sum(t.n) as n, sum(t.resolved_seconds) as seconds
      from ticket_totals as t group by 1, 2, 3),
    wrong as (
      select status, priority, assigned, coalesce(truth.n, 0) - coalesce(held.n, 0) as n,
        coalesce(truth.seconds, 0) - coalesce(held.seconds, 0) as seconds
      from truth full join held using (status, priority, assigned)
      where coalesce(truth.n, 0) <> coalesce(held.n, 0) or coalesce(truth.seconds, 0) <> coalesce(held.seconds, 0)),
    mended as (
      insert into ticket_totals as t (slot, status, priority, assigned, n, resolved_seconds)
      select my_slot, status, priority, assigned, wrong.n, wrong.seconds from wrong
      on conflict (slot, status, priority, assigned)
      do update set n = t.n + excluded.n, resolved_seconds = t.resolved_seconds + excluded.resolved_seconds returning 1)
    select 'ticket_totals'::text, count(*) from mended;
  return query
    with truth as (
      select day, sum(created) as created, sum(closed) as closed from (
        select (created at time zone zone)::date as day, 1 as created, 0 as closed from tickets where deleted_at is null
        union all
        select (closed_moment(status, closed, updated) at time zone zone)::date, 0, 1
          from tickets where deleted_at is null and status = 'closed') as points
      group by day),
    held as (select day, sum(d.created) as created, sum(d.closed) as closed from ticket_daily as d group by day),
    wrong as (
      select day, coalesce(truth.created, 0) - coalesce(held.created, 0) as created,
        coalesce(truth.closed, 0) - coalesce(held.closed, 0) as closed
      from truth full join held using (day)
      where coalesce(truth.created, 0) <> coalesce(held.created, 0) or coalesce(truth.closed, 0) <> coalesce(held.closed, 0)),
    mended as (
      insert into ticket_daily as d (day, slot, created, closed)
      select day, my_slot, wrong.created, wrong.closed from wrong
      on conflict (day, slot) do update set created = d.created + excluded.created, closed = d.closed + excluded.closed
      returning 1)
    select 'ticket_daily'::text, count(*) from mended;
  return query
    with truth as (
      select kind, count(*) as n from (
        select counted_user(users) as kind from users
        union all
        select counted_company(companies) from companies) as desk
      where kind is not null group by kind),
    held as (select kind, sum(d.n) as n from desk_totals as d group by kind),
    wrong as (
      select kind, coalesce(truth.n, 0) - coalesce(held.n, 0) as n
      from truth full join held using (kind) where coalesce(truth.n, 0) <> coalesce(held.n, 0)),
    mended as (
      insert into desk_totals as d (slot, kind, n) select my_slot, kind, wrong.n from wrong
      on conflict (slot, kind) do update set n = d.n + excluded.n returning 1)
    select 'desk_totals'::text, count(*) from mended;
end $$;

-- Another time zone moves tickets to other days. Writers of tickets wait for this one, since they must count by the zone
-- that holds when they end; a zone that does not exist fails here, before any ticket can trip over it.
create function zone_changed() returns trigger language plpgsql as $$
begin
  lock table tickets in share row exclusive mode;
  perform organisation_day(now());
  perform recount_figures();
  return null;
end $$;
create trigger settings_zone after insert or update on settings for each row
  when (new.key = 'time_zone') execute function zone_changed();
create trigger settings_zone_removed after delete on settings for each row
  when (old.key = 'time_zone') execute function zone_changed();

select recount_figures();
