-- Tickets merged into one that stays, and new ones split off (decision 25).
--
-- A merged ticket lies aside as one in the trash does: `deleted_at` says since when, so that whatever leaves the trash out,
-- indexes, counters, lists and jobs, leaves it out by the same condition. `merged_into_id` tells it from the trash.

alter table tickets add constraint tickets_merged_lie_aside
  check (merged_into_id is null or (deleted_at is not null and merged_into_id <> id));
create index tickets_merged on tickets (merged_into_id) where merged_into_id is not null;

-- What is erased when its time has come. A merged ticket is erased with the one that it is part of.
drop index tickets_in_trash;
create index tickets_in_trash on tickets (deleted_at)
  where deleted_at is not null and erased_at is null and merged_into_id is null;

-- A comment of which a split made the description of its new ticket. It leaves the thread, and comes back with the undo.
alter table comments add column stands_as_issue boolean not null default false;
create or replace view public_comments with (security_invoker = true) as
  select id, position, ticket_id, origin_ticket_id, author_id, visibility, comment, source, version, created_at, edited_at,
    deleted_at, deleted_by, from_address
  from comments where visibility = 'public' and deleted_at is null and not stands_as_issue;

-- The description of a merged ticket answers nobody, so that no answer that waits is stopped by it (migration 0065).
drop trigger comments_stop_answers on comments;
create trigger comments_stop_answers after insert on comments for each row
  when (new.visibility = 'public' and new.source <> 'merged') execute function stop_answered();

create table ticket_merges (                                                -- merges
  id uuid primary key,
  kind text not null check (kind in ('merge', 'split')),
  -- The merged ticket, or the new one; and the one that stays.
  ticket_id uuid not null references tickets on delete cascade,
  into_id uuid not null references tickets on delete cascade,
  group_id uuid not null,
  merged_by uuid not null references principals,
  merged_at timestamptz(3) not null,
  -- The comment that the description of the merged ticket became.
  opening_comment_id uuid,
  -- What it set on the ticket that stays, each with the value before (server/merges/settle.ts).
  settled jsonb not null,
  undone_at timestamptz(3),
  undone_by uuid references principals,
  check (ticket_id <> into_id)
);
create unique index ticket_merges_once on ticket_merges (ticket_id) where kind = 'merge' and undone_at is null;
create index ticket_merges_by_ticket on ticket_merges (ticket_id);
create index ticket_merges_into on ticket_merges (into_id);

create table ticket_moves (                                                 -- merges
  merge_id uuid not null references ticket_merges on delete cascade,
  entity text not null check (entity in ('comment', 'attachment', 'checklist_item', 'scheduled_comment')),
  row_id uuid not null,
  from_ticket_id uuid not null references tickets on delete cascade,
  -- The place that an item of a checklist had.
  position int,
  primary key (merge_id, entity, row_id)
);
create index ticket_moves_from on ticket_moves (from_ticket_id);

-- ---------------------------------------------------------------- what external users learn

-- Which tickets became part of one, and to which new ones its comments moved. External users read neither table: they learn
-- the numbers that became part of a ticket that they see, and of new tickets those that they see as well. Null for most.
create function ticket_ties(asked uuid) returns jsonb
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  is_outside boolean := is_guest();
begin
  if not exists (select from ticket_merges where into_id = asked or ticket_id = asked) then return null; end if;
  if is_outside and not guest_sees_ticket(asked) then return null; end if;
  return jsonb_build_object(
    'merged_from', (
      select coalesce(jsonb_agg(jsonb_build_object('uid', t.uid, 'at', part.merged_at) order by part.merged_at, t.number), '[]')
      from parts_of_ticket(asked) part join tickets t on t.id = part.id),
    'split_from', (
      select jsonb_build_object('id', t.id, 'uid', t.uid, 'at', m.merged_at)
      from ticket_merges m join tickets t on t.id = m.into_id and t.erased_at is null
      where m.ticket_id = asked and m.kind = 'split' and m.undone_at is null and (not is_outside or guest_sees_ticket(t.id))),
    'split_into', (
      select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'uid', t.uid, 'at', m.merged_at, 'comments', (
          select count(*) from ticket_moves moved join comments c on c.id = moved.row_id
          where moved.merge_id = m.id and moved.entity = 'comment' and c.deleted_at is null
            and (not is_outside or c.visibility = 'public'))) order by m.merged_at, t.number), '[]')
      from ticket_merges m join tickets t on t.id = m.ticket_id and t.erased_at is null
      where m.into_id = asked and m.kind = 'split' and m.undone_at is null
        and (not is_outside or guest_sees_ticket(t.id))));
end $$;

-- The tickets that became part of one, through later merges too. The new ticket of a split that was undone is none: nobody
-- outside knew of it.
create function parts_of_ticket(asked uuid) returns table (id uuid, merged_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  with recursive part as (
    select m.ticket_id, m.merged_at from ticket_merges m
      where m.into_id = asked and m.kind = 'merge' and m.undone_at is null
    union all
    select m.ticket_id, m.merged_at from ticket_merges m join part on m.into_id = part.ticket_id
      where m.kind = 'merge' and m.undone_at is null)
  select ticket_id, merged_at from part
$$;

-- The other tickets on which comments of a ticket were written, of which the asker may know.
create function comment_origins(asked uuid) returns table (id uuid, uid text)
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  is_outside boolean := is_guest();
begin
  if is_outside and not guest_sees_ticket(asked) then return; end if;
  return query
    select t.id, t.uid from tickets t
    where t.id in (select c.origin_ticket_id from comments c where c.ticket_id = asked and c.origin_ticket_id <> asked)
      and t.erased_at is null
      and (not is_outside or t.id in (select part.id from parts_of_ticket(asked) part) or guest_sees_ticket(t.id));
end $$;

revoke all on function ticket_ties(uuid) from public;
revoke all on function parts_of_ticket(uuid) from public;
revoke all on function comment_origins(uuid) from public;

-- Whether a number leads on: a merged ticket's row, as external users read it, names the one that it is part of.
alter function grant_guest_rights() rename to grant_guest_rights_before_merges;
create function grant_guest_rights() returns void language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from pg_roles where rolname = 'waypost_guest') then return; end if;
  perform grant_guest_rights_before_merges();
  if has_function_privilege('waypost_guest', 'ticket_ties(uuid)', 'execute') then return; end if;
  grant execute on function ticket_ties(uuid), comment_origins(uuid) to waypost_guest;
  grant select on public_comments to waypost_guest;
  -- Of the comment that stands as a description they read that it is not in the thread.
  grant select (stands_as_issue) on comments to waypost_guest;
  revoke all on ticket_merges, ticket_moves from waypost_guest;
  -- The description of a merged ticket is changed by nobody.
  alter policy guest_changes on comments
    with check (visibility = 'public' and author_id = (select guest_id()) and source <> 'merged' and not stands_as_issue);
end $$;
revoke all on function grant_guest_rights() from public;
revoke all on function grant_guest_rights_before_merges() from public;

alter function grant_app_rights() rename to grant_app_rights_before_merges;
create function grant_app_rights() returns void language plpgsql set search_path = public, pg_temp as $$
begin
  perform grant_app_rights_before_merges();
  if not exists (select from pg_roles where rolname = 'waypost_app') then return; end if;
  revoke execute on function grant_app_rights_before_merges(), grant_guest_rights_before_merges() from waypost_app;
end $$;
revoke all on function grant_app_rights() from public;
revoke all on function grant_app_rights_before_merges() from public;

-- ---------------------------------------------------------------- erasing

-- As migration 34 has it, but that an event of a comment belongs to the ticket as well on which the comment stands now.
create or replace function keep_history() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  may_touch constant text[] := '{before,after,reason,ip,erased_at}';
  ticket uuid := case old.entity when 'ticket' then old.entity_id
    when 'comment' then (old.after ->> 'ticket_id')::uuid
    when 'attachment' then (coalesce(old.after, old.before) ->> 'ticket_id')::uuid end;
  is_by_erased boolean := exists (select from users where id = old.principal_id and erased_at is not null);
  is_old boolean := old.recorded_at < now() - (
    select (value #>> '{}')::int * interval '1 day' from settings where key = 'audit_days' and company_id is null);
begin
  if to_jsonb(new) - may_touch is distinct from to_jsonb(old) - may_touch then
    null;
  elsif new.before is not distinct from old.before and new.after is not distinct from old.after
    and new.reason is not distinct from old.reason and new.erased_at is not distinct from old.erased_at
  then
    if new.ip is null and (is_by_erased or is_old) then return new; end if;
  elsif old.erased_at is null and new.erased_at is not null then
    if new.before is not distinct from without_words(old.before)
      and new.after is not distinct from without_words(old.after)
      and new.reason is not distinct from old.reason and new.ip is not distinct from old.ip
      and (exists (select from tickets where id = ticket and erased_at is not null)
        or (old.entity = 'comment' and exists (select from comments c join tickets t on t.id = c.ticket_id
          where c.id = old.entity_id and t.erased_at is not null))
        or (old.entity = 'attachment' and exists (select from history sent join users u on u.id = sent.principal_id
          where sent.entity = 'attachment' and sent.entity_id = old.entity_id and sent.kind = 'attachment.added'
            and u.erased_at is not null)))
    then return new; end if;
    if new.before is not distinct from without_values(old.before)
      and new.after is not distinct from without_values(old.after)
      and new.reason is null and new.ip is null and old.entity not in ('ticket', 'comment', 'attachment')
      and (is_old or (old.entity = 'user'
        and exists (select from users where id = old.entity_id and erased_at is not null)))
    then return new; end if;
  end if;
  raise exception '% cannot be changed: rows are only ever added', tg_table_name using errcode = 'restrict_violation';
end $$;

select grant_guest_rights();
select grant_app_rights();
