-- Calendars: the hours in which the clock of a service level runs. What was saved once is a version and never changes, so
-- that whatever was judged by it can be judged again with the same result. The external users' role has no grant on
-- anything here: what clients read of hours stands in the receipt of their ticket.

create table calendars (                                                    -- calendars
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 80),
  -- The number of its newest version.
  version int not null check (version > 0),
  archived_at timestamptz(3)
);
create unique index calendars_by_name on calendars (lower(name)) where archived_at is null;

create table calendar_versions (                                            -- calendars
  id uuid primary key default gen_random_uuid(),
  calendar_id uuid not null references calendars on delete cascade,
  number int not null check (number > 0),
  -- A time zone of IANA.
  zone text not null,
  -- {"mon": [["08:00", "18:00"]], ...}, each day sorted and without overlaps (contract/calendars/hours.ts).
  week jsonb not null,
  created_at timestamptz(3) not null,
  created_by uuid not null references principals,
  unique (calendar_id, number)
);

create table calendar_days (                                                -- calendars
  calendar_version_id uuid not null references calendar_versions on delete cascade,
  -- In the calendar's zone.
  day date not null,
  name text not null check (char_length(name) between 1 and 120),
  -- Null: closed all day.
  hours jsonb,
  primary key (calendar_version_id, day)
);

-- Only ever added, but for those of the demo's own calendar, which go with the rest of the demo (migration 0014).
create function keep_calendar_versions() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  calendar uuid := case when tg_table_name = 'calendar_versions' then (to_jsonb(old) ->> 'calendar_id')::uuid
    else (select calendar_id from calendar_versions where id = (to_jsonb(old) ->> 'calendar_version_id')::uuid) end;
begin
  if tg_op = 'DELETE' and current_setting('waypost.removing_samples', true) = 'yes'
    -- The days of a version that is deleted itself have lost it by now.
    and (calendar is null or is_sample('calendar', calendar))
  then return old; end if;
  raise exception '% cannot be changed: rows are only ever added', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger calendar_versions_kept before update or delete on calendar_versions
  for each row execute function keep_calendar_versions();
create trigger calendar_days_kept before update or delete on calendar_days
  for each row execute function keep_calendar_versions();

alter table samples drop constraint samples_kind_check;
alter table samples add constraint samples_kind_check check (
  kind in ('user', 'company', 'group', 'ticket', 'mailbox', 'incoming', 'tag', 'view', 'reply', 'calendar'));

select grant_app_rights();
