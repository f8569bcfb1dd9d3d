-- Imports remembered: what each one read and brought in, so that it can be gone on with, looked at and undone as a whole.

create table imports (                                                      -- import
  id uuid primary key default gen_random_uuid(),
  started_by uuid not null references principals,
  file_name text not null,
  bytes bigint not null,
  -- How the file is read; null until somebody chose.
  plan jsonb,
  state text not null check (state in
    ('draft', 'checking', 'checked', 'running', 'stopping', 'stopped', 'done', 'failed', 'undoing', 'undone')),
  -- From 0 to 1, of the file's bytes or, while it is undone, of its tickets.
  share real not null default 0,
  report jsonb,
  -- What its undoing took back and left.
  undone jsonb,
  -- Why it failed.
  problem jsonb,
  created_at timestamptz(3) not null,
  started_at timestamptz(3),
  ended_at timestamptz(3)
);
create index imports_by_time on imports (created_at desc, id desc);

alter table external_references add column import_id uuid references imports;
create index external_references_by_import on external_references (import_id, entity_id) where import_id is not null;

-- Until the planner knows how much there is after a bulk load, lists scan the wrong index. Analyzing takes the owner.
create function refresh_ticket_statistics() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  analyze tickets, ticket_numbers, ticket_words, comments, history, external_references;
end $$;
revoke execute on function refresh_ticket_statistics() from public;

-- What one run remembers of its file, so that its memory stays the same: how often a row was seen, and what it lacks. The
-- app makes no tables, not even temporary ones.
create function make_import_tables() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  drop table if exists pg_temp.seen_rows, pg_temp.missing_names;
  create temporary table seen_rows (identity bytea primary key, n int not null);
  create temporary table missing_names (kind text, name text, primary key (kind, name));
  if exists (select from pg_roles where rolname = 'waypost_app') then
    grant select, insert, update on pg_temp.seen_rows, pg_temp.missing_names to waypost_app;
  end if;
end $$;
revoke execute on function make_import_tables() from public;

-- The number that a ticket had where it came from; it is found by it.
alter table tickets add column old_number text;

select grant_app_rights();
