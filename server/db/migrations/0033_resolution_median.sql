-- How many closed tickets took how many whole hours: their median beside the mean (rule 57), exact at any size and without
-- reading a ticket. Kept like the other figures (migration 7): every writer adds to rows of a slot of its own.
create table resolution_counts (
  hours int not null,
  slot int not null,
  n bigint not null,
  primary key (hours, slot)
);

create function resolved_hours(status text, created timestamptz, closed timestamptz, updated timestamptz) returns int
  language sql immutable as $$ select ((resolved_seconds(status, created, closed, updated) + 1800) / 3600)::int $$;

create type resolution_delta as (hours int, n bigint);

create function add_resolutions(changed resolution_delta[]) returns void language plpgsql as $$
declare my_slot int;
begin
  if changed is null then return; end if;
  my_slot := counting_slot();
  insert into resolution_counts as c (hours, slot, n) select hours, my_slot, n from unnest(changed)
    on conflict (hours, slot) do update set n = c.n + excluded.n;
end $$;

-- What triggers keep is the desk's, whoever set them off.
create function resolutions_inserted() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform add_resolutions((select array_agg(row(hours, n)::resolution_delta) from (
    select resolved_hours(status, created, closed, updated) as hours, count(*) as n
    from fresh where status = 'closed' and deleted_at is null group by 1) as added));
  return null;
end $$;
create trigger resolutions_inserted after insert on tickets referencing new table as fresh
  for each statement execute function resolutions_inserted();

create function resolutions_updated() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform add_resolutions((select array_agg(row(hours, n)::resolution_delta) from (
    select hours, sum(n)::bigint as n from (
      select resolved_hours(status, created, closed, updated) as hours, -1 as n
        from stale where status = 'closed' and deleted_at is null
      union all
      select resolved_hours(status, created, closed, updated), 1
        from fresh where status = 'closed' and deleted_at is null) as both_sides
    group by 1 having sum(n) <> 0) as changed));
  return null;
end $$;
create trigger resolutions_updated after update on tickets referencing old table as stale new table as fresh
  for each statement execute function resolutions_updated();

alter function recount_figures() rename to recount_first_figures;
create function recount_figures() returns table (figures text, drift bigint) language plpgsql as $$
declare my_slot int := counting_slot();
begin
  return query select * from recount_first_figures();
  return query
    with truth as (
      select resolved_hours(status, created, closed, updated) as hours, count(*) as n
      from tickets where status = 'closed' and deleted_at is null group by 1),
    held as (select hours, sum(c.n) as n from resolution_counts as c group by 1),
    wrong as (
      select hours, coalesce(truth.n, 0) - coalesce(held.n, 0) as n
      from truth full join held using (hours) where coalesce(truth.n, 0) <> coalesce(held.n, 0)),
    mended as (
      insert into resolution_counts as c (hours, slot, n) select hours, my_slot, wrong.n from wrong
      on conflict (hours, slot) do update set n = c.n + excluded.n returning 1)
    select 'resolution_counts'::text, count(*) from mended;
end $$;

-- To write the counters anew without gaps, as migration 20 has it for the others.
alter function grant_app_rights() rename to grant_first_app_rights;
create function grant_app_rights() returns void language plpgsql set search_path = public, pg_temp as $$
begin
  perform grant_first_app_rights();
  if not exists (select from pg_roles where rolname = 'waypost_app') then return; end if;
  revoke execute on function grant_first_app_rights() from waypost_app;
  if current_setting('server_version_num')::int >= 170000 then
    grant maintain on resolution_counts to waypost_app;
  end if;
end $$;
revoke all on function grant_app_rights() from public;

select recount_figures();
select grant_app_rights();
