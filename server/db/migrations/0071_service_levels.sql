-- Service levels: what is promised to whom, how the clock of each ticket stands, and what was decided.
--
-- The clock of a ticket is computed and never counted up: its events, and the versions of targets and hours that judge it, are
-- rows that never change. Everything else here is kept for lists and figures alone, and can be made anew from those.

-- ---------------------------------------------------------------- what is promised, and to whom

create table sla_policies (                                                 -- sla
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 80),
  -- The number of its newest version.
  version int not null default 1 check (version > 0),
  archived_at timestamptz(3)
);
create unique index sla_policies_by_name on sla_policies (lower(name)) where archived_at is null;

create table sla_policy_versions (                                          -- sla
  id uuid primary key default gen_random_uuid(),
  policy_id uuid not null references sla_policies on delete cascade,
  number int not null check (number > 0),
  -- Null: the organization's.
  calendar_id uuid references calendars,
  pauses_for_client boolean not null,
  pauses_for_third_party boolean not null,
  created_at timestamptz(3) not null,
  created_by uuid not null references principals,
  unique (policy_id, number)
);

create table sla_targets (                                                  -- sla
  policy_version_id uuid not null references sla_policy_versions on delete cascade,
  priority text not null check (priority in ('low', 'normal', 'high', 'urgent')),
  -- Null: not promised.
  first_response_minutes int check (first_response_minutes between 1 and 525600),
  next_response_minutes int check (next_response_minutes between 1 and 525600),
  resolution_minutes int check (resolution_minutes between 1 and 525600),
  around_the_clock boolean not null default false,
  primary key (policy_version_id, priority)
);

-- Each choice is a row; the last one of a company, or of the organization, is in force.
create table sla_assignments (                                              -- sla
  position bigint generated always as identity primary key,
  id uuid not null unique default gen_random_uuid(),
  -- Null: the organization, which is what applies where a company inherits.
  company_id uuid references companies on delete cascade,
  inherits boolean not null default false,
  -- Null: none, unless it inherits.
  policy_id uuid references sla_policies on delete cascade,
  -- Null: that of the service level, else the organization's.
  calendar_id uuid references calendars,
  -- Null: as the organization has it, which shows it unless it says otherwise.
  shown_to_clients boolean,
  from_at timestamptz(3) not null,
  assigned_by uuid not null references principals,
  check (not inherits or (company_id is not null and policy_id is null))
);
create index sla_assignments_by_company on sla_assignments (company_id, position desc);

-- Tickets that are judged by other versions than those in force when they were raised, because somebody applied a change.
create table sla_pins (                                                     -- sla
  ticket_id uuid not null references tickets on delete cascade,
  at timestamptz(3) not null,
  -- Null: no service level from then on.
  policy_version_id uuid references sla_policy_versions on delete cascade,
  calendar_version_id uuid references calendar_versions on delete cascade,
  group_id uuid not null,
  pinned_by uuid not null references principals,
  undone_at timestamptz(3),
  primary key (ticket_id, group_id)
);
create index sla_pins_by_ticket on sla_pins (ticket_id, at);
create index sla_pins_by_group on sla_pins (group_id, ticket_id);

-- An application of a change to open tickets: how far it is, and which tickets it is about.
create table sla_applications (                                             -- sla
  group_id uuid primary key,
  -- As the request named it: {"policy_id": ...}, {"calendar_id": ...} or {"company_id": ...}.
  scope jsonb not null,
  applied_by uuid not null references principals,
  at timestamptz(3) not null,
  open_tickets int not null,
  applied int not null default 0,
  -- The last ticket that it came to, in the order of their ids.
  last_ticket_id uuid,
  done_at timestamptz(3),
  undone_at timestamptz(3)
);

-- One row for the whole desk. `generation` grows with every saved version and every choice, so that a process knows whether
-- what it remembers of them is all there is.
create table sla_state (                                                    -- sla
  is_only boolean primary key default true check (is_only),
  -- Somebody has a service level; false writes nothing anywhere.
  is_on boolean not null default false,
  generation bigint not null default 0,
  -- Version of the time zone data with which the open clocks were computed last.
  tz text
);
insert into sla_state default values;

create function note_sla_generation() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update sla_state set generation = generation + 1, is_on = exists (
    select from (
      select distinct on (company_id) company_id, policy_id from sla_assignments order by company_id, position desc
    ) as newest where policy_id is not null);
  return null;
end $$;
create trigger sla_policy_versions_noted after insert or delete on sla_policy_versions
  for each statement execute function note_sla_generation();
create trigger sla_assignments_noted after insert or delete on sla_assignments
  for each statement execute function note_sla_generation();
create trigger sla_calendars_noted after insert or delete on calendar_versions
  for each statement execute function note_sla_generation();

-- ---------------------------------------------------------------- what is kept for lists

create table sla_clocks (                                                   -- sla
  ticket_id uuid not null references tickets on delete cascade,
  target text not null check (target in ('first_response', 'next_response', 'resolution')),
  cycle int not null,
  -- The priority whose target decides.
  level text not null check (level in ('low', 'normal', 'high', 'urgent')),
  state text not null check (state in ('running', 'paused')),
  started_at timestamptz(3) not null,
  target_seconds int not null,
  used_seconds int not null,
  -- Both null while it waits, and where the calendar never reaches them.
  due_at timestamptz(3),
  warn_at timestamptz(3),
  -- Since when its readers have been told that it is due soon, and that it was due.
  warned_at timestamptz(3),
  told_overdue_at timestamptz(3),
  policy_version_id uuid not null references sla_policy_versions on delete cascade,
  calendar_version_id uuid not null references calendar_versions on delete cascade,
  primary key (ticket_id, target, cycle, level)
);
create index sla_clocks_to_warn on sla_clocks (warn_at) where warned_at is null and warn_at is not null;
create index sla_clocks_to_tell on sla_clocks (due_at) where told_overdue_at is null and due_at is not null;

-- One row a ticket whose clock lives: of what is due next, else of what waits.
create table sla_due (                                                      -- sla
  ticket_id uuid primary key references tickets on delete cascade,
  target text not null check (target in ('first_response', 'next_response', 'resolution')),
  -- Null while it waits.
  due_at timestamptz(3),
  warn_at timestamptz(3),
  remaining_seconds int not null,
  is_paused boolean not null,
  company_id uuid not null,
  assignee_id uuid,
  group_id uuid,
  priority text not null
);
create index sla_due_by_time on sla_due (due_at, ticket_id);
create index sla_due_by_assignee on sla_due (assignee_id, due_at);
create index sla_due_by_company on sla_due (company_id, due_at);
create index sla_due_soon on sla_due (warn_at) where due_at is not null;
create index sla_due_paused on sla_due (ticket_id) where is_paused;

-- Tickets whose clocks are to be computed again.
create table sla_queue (                                                    -- sla
  ticket_id uuid not null,
  -- The place in the history of what happened; 0 where versions changed, -1 where a closing is to last for a while.
  seq bigint not null,
  -- Not before then.
  wait_until timestamptz(3),
  primary key (ticket_id, seq)
);
create index sla_queue_in_order on sla_queue (seq);

-- In the same commit as what happened. Of what is imported only open tickets have a clock from then on.
create function queue_sla() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if (select is_on from sla_state) then
    insert into sla_queue (ticket_id, seq)
      values (case new.entity when 'ticket' then new.entity_id else (new.after ->> 'ticket_id')::uuid end, new.seq)
      on conflict do nothing;
  end if;
  return null;
end $$;
create trigger history_queues_sla after insert on history for each row
  when ((new.via <> 'import' or (new.kind = 'ticket.created' and new.after ->> 'status' <> 'closed'))
    and ((new.entity = 'comment' and new.kind = 'comment.created' and new.audience = 'public')
    or (new.entity = 'ticket' and new.kind in ('ticket.created', 'ticket.changed', 'ticket.solved', 'ticket.reopened',
      'ticket.unassigned', 'ticket.deleted', 'ticket.restored', 'ticket.merged', 'ticket.unmerged', 'ticket.split',
      'ticket.split_undone'))))
  execute function queue_sla();

-- What may have a clock, and what has rows: after another version of the time zone data, a restore, or a desk that was switched
-- on again.
create function queue_all_sla() returns void language sql volatile security definer set search_path = public, pg_temp as $$
  insert into sla_queue (ticket_id, seq)
  select id, 0 from tickets where deleted_at is null and company_id is not null and status <> 'closed'
  union select ticket_id, 0 from sla_due union select ticket_id, 0 from sla_clocks
  on conflict do nothing
$$;

-- A target that was told of once is not told of again, whatever moves later.
create table sla_warnings (                                                 -- sla
  id uuid primary key default gen_random_uuid(),
  ticket_id uuid not null references tickets on delete cascade,
  target text not null,
  cycle int not null,
  level text not null,
  kind text not null check (kind in ('due_soon', 'overdue')),
  due_at timestamptz(3) not null,
  -- Of the target when it was told of; 0 for what is overdue.
  remaining_seconds int not null,
  at timestamptz(3) not null,
  unique (ticket_id, target, cycle, level, kind)
);

-- ---------------------------------------------------------------- what was decided

create table sla_verdicts (                                                 -- sla
  -- Of version 7: they sort by time.
  id uuid primary key,
  ticket_id uuid not null references tickets on delete cascade,
  target text not null check (target in ('first_response', 'next_response', 'resolution')),
  cycle int not null,
  verdict text not null check (verdict in ('met', 'missed')),
  started_at timestamptz(3) not null,
  ended_at timestamptz(3) not null,
  -- The first day of the month in which it ended, in the organization's time zone of then.
  month date not null,
  company_id uuid not null references companies on delete cascade,
  priority text not null check (priority in ('low', 'normal', 'high', 'urgent')),
  assignee_id uuid references users,
  target_seconds int not null,
  used_seconds int not null,
  over_seconds int not null,
  policy_version_id uuid not null references sla_policy_versions,
  calendar_version_id uuid not null references calendar_versions,
  -- Version of the time zone data.
  tz text not null,
  -- The verdict in whose place this one stands.
  supersedes_id uuid unique references sla_verdicts on delete cascade,
  reason text,
  judged_by uuid references principals,
  decided_at timestamptz(3) not null,
  check ((supersedes_id is null) = (judged_by is null))
);
create unique index sla_verdicts_once on sla_verdicts (ticket_id, target, cycle) where supersedes_id is null;
create index sla_verdicts_by_month on sla_verdicts (month, company_id, priority, target);
create index sla_verdicts_by_over on sla_verdicts (month, over_seconds desc, id);

create table sla_monthly (                                                  -- triggers
  month date not null,
  company_id uuid not null,
  priority text not null,
  target text not null,
  -- Whoever counts has one of its own (migration 0007).
  slot int not null,
  met bigint not null,
  missed bigint not null,
  judged_again bigint not null,
  primary key (month, company_id, priority, target, slot)
);

create type sla_count as (month date, company_id uuid, priority text, target text, met int, missed int, judged_again int);

create function add_sla_counts(counts sla_count[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare my_slot int;
begin
  if counts is null then return; end if;
  my_slot := counting_slot();
  insert into sla_monthly as m (month, company_id, priority, target, slot, met, missed, judged_again)
    select month, company_id, priority, target, my_slot, sum(met), sum(missed), sum(judged_again) from unnest(counts)
    group by month, company_id, priority, target
    having sum(met) <> 0 or sum(missed) <> 0 or sum(judged_again) <> 0
    on conflict (month, company_id, priority, target, slot) do update set met = m.met + excluded.met,
      missed = m.missed + excluded.missed, judged_again = m.judged_again + excluded.judged_again;
end $$;
revoke all on function add_sla_counts(sla_count[]) from public;

-- What verdicts count for; one that was superseded no longer does.
create function counts_of_verdicts(which uuid[], sign int) returns setof sla_count
  language sql stable security definer set search_path = public, pg_temp as $$
  select v.month, v.company_id, v.priority, v.target, sign * (v.verdict = 'met')::int, sign * (v.verdict = 'missed')::int,
    sign * (v.supersedes_id is not null)::int
  from sla_verdicts v where v.id = any(which)
$$;

create function sla_verdicts_inserted() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform add_sla_counts(array(
    select added from counts_of_verdicts(array(select id from new_rows), 1) as added
    union all
    select gone from counts_of_verdicts(array(select supersedes_id from new_rows where supersedes_id is not null), -1) as gone));
  return null;
end $$;
create trigger sla_verdicts_counted after insert on sla_verdicts referencing new table as new_rows
  for each statement execute function sla_verdicts_inserted();

create function sla_verdicts_deleted() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform add_sla_counts(array(
    select row(v.month, v.company_id, v.priority, v.target, -(v.verdict = 'met')::int, -(v.verdict = 'missed')::int,
      -(v.supersedes_id is not null)::int)::sla_count
    from old_rows v where not exists (select from old_rows newer where newer.supersedes_id = v.id)));
  return null;
end $$;
create trigger sla_verdicts_uncounted after delete on sla_verdicts referencing old table as old_rows
  for each statement execute function sla_verdicts_deleted();

-- Adds what a recount finds missing, as any other change; answers how many counters were wrong.
create function recount_sla() returns int language plpgsql security definer set search_path = public, pg_temp as $$
declare
  wrong sla_count[];
begin
  wrong := array(
    select row(month, company_id, priority, target, sum(met), sum(missed), sum(judged_again))::sla_count
    from (
      select v.month, v.company_id, v.priority, v.target, (v.verdict = 'met')::int as met,
        (v.verdict = 'missed')::int as missed, (v.supersedes_id is not null)::int as judged_again
      from sla_verdicts v where not exists (select from sla_verdicts newer where newer.supersedes_id = v.id)
      union all
      select month, company_id, priority, target, -met::int, -missed::int, -judged_again::int from sla_monthly
    ) as both_ways
    group by month, company_id, priority, target
    having sum(met) <> 0 or sum(missed) <> 0 or sum(judged_again) <> 0);
  perform add_sla_counts(wrong);
  return coalesce(array_length(wrong, 1), 0);
end $$;

-- ---------------------------------------------------------------- what never changes

alter table samples drop constraint samples_kind_check;
alter table samples add constraint samples_kind_check check (kind in ('user', 'company', 'group', 'ticket', 'mailbox',
  'incoming', 'tag', 'view', 'reply', 'calendar', 'sla_policy', 'sla_assignment'));

-- Only ever added, but for what belongs to the demo and goes with it (migration 0014), for the undo of an application, and
-- for the reason of a verdict whose ticket was erased.
create function keep_sla_rows() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  gone jsonb := to_jsonb(old);
  kept jsonb := to_jsonb(new);
begin
  if tg_op = 'DELETE' then
    if current_setting('waypost.removing_samples', true) = 'yes' and (
      is_sample('ticket', (gone ->> 'ticket_id')::uuid)
      or is_sample('company', (gone ->> 'company_id')::uuid)
      or is_sample('sla_policy', (gone ->> 'policy_id')::uuid)
      or is_sample('sla_assignment', (gone ->> 'id')::uuid)
      -- Of a version that is deleted itself the targets have lost it by now.
      or (tg_table_name = 'sla_targets' and not exists (
        select from sla_policy_versions v where v.id = (gone ->> 'policy_version_id')::uuid
          and not is_sample('sla_policy', v.policy_id))))
    then return old; end if;
  elsif tg_table_name = 'sla_pins' then
    if gone ->> 'undone_at' is null and kept - 'undone_at' = gone - 'undone_at' then return new; end if;
  elsif tg_table_name = 'sla_verdicts' then
    if kept ->> 'reason' is null and kept - 'reason' = gone - 'reason'
      and exists (select from tickets where id = old.ticket_id and erased_at is not null)
    then return new; end if;
  end if;
  raise exception '% cannot be changed: rows are only ever added', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger sla_policy_versions_kept before update or delete on sla_policy_versions
  for each row execute function keep_sla_rows();
create trigger sla_targets_kept before update or delete on sla_targets for each row execute function keep_sla_rows();
create trigger sla_assignments_kept before update or delete on sla_assignments
  for each row execute function keep_sla_rows();
create trigger sla_pins_kept before update or delete on sla_pins for each row execute function keep_sla_rows();
create trigger sla_verdicts_kept before update or delete on sla_verdicts
  for each row execute function keep_sla_rows();

-- ---------------------------------------------------------------- what a clock is computed from

-- Whether the people of a company see due times and receipts.
create function sla_shown_to(asked uuid) returns boolean
  language sql stable parallel safe security definer set search_path = public, pg_temp as $$
  select coalesce(
    (select shown_to_clients from sla_assignments where company_id = asked order by position desc limit 1),
    (select shown_to_clients from sla_assignments where company_id is null order by position desc limit 1),
    true)
$$;

-- Everything that moves the clocks of some tickets, without a word that somebody wrote: an event of the ticket, a public
-- comment of staff or client, an application of other versions, a verdict that was judged again. External users read it of
-- the tickets that they see, while it is shown to them.
--
-- A comment counts where it was written, also after a merge or a split has moved it. On the ticket that it came to only the
-- client's words count that nobody had answered when it moved, from their own time.
create function sla_facts(asked uuid[]) returns table (
    ticket_id uuid, seq bigint, at timestamptz, kind text, said jsonb, by_whom text, source text, comment_id uuid, is_deleted boolean)
  -- Some tickets or one, each is found by its key: planning for the values of each call took longer than reading them.
  language plpgsql volatile security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  shown uuid[] := asked;
begin
  if is_guest() then
    shown := array(select t.id from tickets t
      where t.id = any(asked) and guest_sees_ticket(t.id) and sla_shown_to(t.company_id));
  end if;
  return query
    select h.entity_id, h.seq, h.occurred_at, h.kind, h.after,
      case when h.kind = 'ticket.created' and maker.user_type = 'internal' then 'staff'
        when h.kind = 'ticket.created' then 'client' end,
      case when h.via = 'import' then 'import' end, null::uuid, false
    from history h
    join tickets t on t.id = h.entity_id
    left join users maker on maker.id = t.created_by
    where h.entity = 'ticket' and h.entity_id = any(shown) and h.audience = 'public'
      and h.kind in ('ticket.created', 'ticket.changed', 'ticket.solved', 'ticket.reopened', 'ticket.unassigned',
        'ticket.deleted', 'ticket.restored', 'ticket.merged', 'ticket.unmerged');
  return query
    with placed as (
      select c.id, c.ticket_id as place from comments c where c.ticket_id = any(shown) and c.visibility = 'public'
      union
      select c.id, m.from_ticket_id from ticket_moves m join comments c on c.id = m.row_id
        where m.from_ticket_id = any(shown) and m.entity = 'comment' and c.origin_ticket_id = m.from_ticket_id
          and c.visibility = 'public'),
    written as (
      select p.place, c.origin_ticket_id as origin, c.id, c.created_at, c.source, c.deleted_at, told.seq, moved.at as moved_at,
        case when author.user_type = 'internal' then 'staff'
          when author.user_type = 'external' or c.from_address is not null then 'client' else 'system' end as author
      from placed p
      join comments c on c.id = p.id
      left join users author on author.id = c.author_id
      left join lateral (
        select first.seq from history first where first.entity = 'comment' and first.entity_id = c.id
          and first.kind = 'comment.created' order by first.seq limit 1) as told on true
      left join lateral (
        select max(m.merged_at) as at from ticket_merges m
        where p.place <> c.origin_ticket_id and m.undone_at is null and c.origin_ticket_id in (m.ticket_id, m.into_id)
          and (m.opening_comment_id = c.id or exists (
            select from ticket_moves mv where mv.merge_id = m.id and mv.entity = 'comment' and mv.row_id = c.id))
        ) as moved on true)
    select w.place, w.seq, coalesce(w.moved_at, w.created_at), 'comment',
      case when w.place <> w.origin then jsonb_build_object('since', w.created_at) end, w.author, w.source, w.id,
      w.deleted_at is not null
    from written w
    where w.place = w.origin
      or (w.author = 'client' and not exists (
        select from comments answer join users a on a.id = answer.author_id and a.user_type = 'internal'
        where answer.ticket_id in (w.place, w.origin) and answer.origin_ticket_id = w.origin
          and answer.visibility = 'public' and answer.source not in ('auto', 'rule', 'import')
          and answer.created_at >= w.created_at and answer.created_at <= coalesce(w.moved_at, w.created_at)));
  return query
    select p.ticket_id, null::bigint, p.at, 'pinned',
      jsonb_build_object('policy_version_id', p.policy_version_id, 'calendar_version_id', p.calendar_version_id),
      null, null, null::uuid, false
    from sla_pins p where p.ticket_id = any(shown) and p.undone_at is null;
  return query
    select v.ticket_id, null::bigint, v.decided_at, 'judged',
      jsonb_build_object('target', v.target, 'cycle', v.cycle, 'policy_version_id', v.policy_version_id,
        'calendar_version_id', v.calendar_version_id),
      null, null, null::uuid, false
    from sla_verdicts v
    where v.ticket_id = any(shown) and v.supersedes_id is not null
      and not exists (select from sla_verdicts newer where newer.supersedes_id = v.id);
end $$;
revoke all on function sla_facts(uuid[]), sla_shown_to(uuid), recount_sla(), note_sla_generation(), queue_sla(), queue_all_sla(),
  sla_verdicts_inserted(), sla_verdicts_deleted(), keep_sla_rows(), counts_of_verdicts(uuid[], int) from public;

-- ---------------------------------------------------------------- mail

alter table notification_preferences drop constraint notification_preferences_topic_check;
alter table notification_preferences add constraint notification_preferences_topic_check
  check (topic in ('reply', 'ticket_created', 'assigned', 'mention', 'due', 'sla'));

-- ---------------------------------------------------------------- who reads what

-- External users' role reads due times of the tickets it sees, while they are shown, and its company's figures. Targets,
-- choices, applications, warnings and verdicts have no grant: what clients read of them stands in the receipt.
alter function grant_guest_rights() rename to grant_guest_rights_before_service_levels;
create function grant_guest_rights() returns void language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from pg_roles where rolname = 'waypost_guest') then return; end if;
  perform grant_guest_rights_before_service_levels();
  if has_function_privilege('waypost_guest', 'sla_facts(uuid[])', 'execute') then return; end if;
  revoke all on sla_policies, sla_policy_versions, sla_targets, sla_assignments, sla_pins, sla_applications, sla_state,
    sla_clocks, sla_due, sla_queue, sla_warnings, sla_verdicts, sla_monthly from waypost_guest;
  -- What a status meant when it was set stands in rows of version 2.
  grant insert (schema_version) on history to waypost_guest;
  grant execute on function sla_facts(uuid[]), sla_shown_to(uuid) to waypost_guest;
  alter table sla_due enable row level security;
  grant select (ticket_id, target, due_at, warn_at, remaining_seconds, is_paused) on sla_due to waypost_guest;
  create policy guest_reads on sla_due for select to waypost_guest
    using (exists (select from tickets t where t.id = ticket_id and sla_shown_to(t.company_id)));
  alter table sla_monthly enable row level security;
  grant select on sla_monthly to waypost_guest;
  create policy guest_reads on sla_monthly for select to waypost_guest
    using ((select guest_is_admin()) and company_id = (select guest_company())
      and (select sla_shown_to(guest_company())));
end $$;
revoke all on function grant_guest_rights() from public;
revoke all on function grant_guest_rights_before_service_levels() from public;

alter function grant_app_rights() rename to grant_app_rights_before_service_levels;
create function grant_app_rights() returns void language plpgsql set search_path = public, pg_temp as $$
begin
  perform grant_app_rights_before_service_levels();
  if not exists (select from pg_roles where rolname = 'waypost_app') then return; end if;
  revoke execute on function grant_app_rights_before_service_levels(), grant_guest_rights_before_service_levels()
    from waypost_app;
  if current_setting('server_version_num')::int >= 170000 then
    grant maintain on sla_monthly to waypost_app;
  end if;
end $$;
revoke all on function grant_app_rights() from public;
revoke all on function grant_app_rights_before_service_levels() from public;

select grant_guest_rights();
select grant_app_rights();
