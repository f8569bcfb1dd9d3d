-- Who is mentioned in which comment, and the staff's Inbox: one row a person and ticket.

-- ---------------------------------------------------------------- mentions

create table comment_mentions (                                             -- comments
  comment_id uuid not null references comments on delete cascade,
  user_id uuid not null references users,
  -- As it stands in the text, which keeps it when the person gets another name.
  name text not null,
  primary key (comment_id, user_id)
);
create index comment_mentions_by_user on comment_mentions (user_id);

alter table notification_preferences drop constraint notification_preferences_topic_check;
alter table notification_preferences add constraint notification_preferences_topic_check
  check (topic in ('reply', 'ticket_created', 'assigned', 'mention', 'due'));

-- ---------------------------------------------------------------- the Inbox

-- No words of anybody: what a row says is read from its ticket and comment. External users' role has no grant on it.
create table inbox_items (                                                  -- lib
  ticket_id uuid not null references tickets on delete cascade,
  user_id uuid not null references users,
  -- Of the newest event.
  reason text not null check (reason in ('mentioned', 'assigned', 'replied', 'due', 'unsent')),
  -- Somebody mentioned the person since the row was done last.
  mentioned boolean not null,
  -- Without references: a comment or a person is never deleted but with the ticket, or with the row.
  comment_id uuid,
  actor_id uuid,
  happened_at timestamptz(3) not null,
  -- Events since the row was read.
  news int not null default 1,
  -- An event that is told twice in a row is one.
  last_event uuid not null,
  read_at timestamptz(3),
  done_at timestamptz(3),
  -- Hidden until then.
  remind_at timestamptz(3),
  -- The ticket's; a trigger keeps it, so that pages and counts need no other table.
  in_trash boolean not null,
  primary key (ticket_id, user_id)
);
create index inbox_all on inbox_items (user_id, happened_at desc, ticket_id desc)
  where done_at is null and remind_at is null and not in_trash;
create index inbox_unread on inbox_items (user_id, happened_at desc, ticket_id desc)
  where read_at is null and done_at is null and remind_at is null and not in_trash;
create index inbox_mentions on inbox_items (user_id, happened_at desc, ticket_id desc)
  where mentioned and done_at is null and remind_at is null and not in_trash;
create index inbox_done on inbox_items (user_id, done_at desc, ticket_id desc) where done_at is not null and not in_trash;
create index inbox_reminders on inbox_items (remind_at) where remind_at is not null;

create function hide_trashed_inbox_items() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update inbox_items set in_trash = new.deleted_at is not null where ticket_id = new.id;
  return null;
end $$;
create trigger tickets_hidden_in_inbox after update of deleted_at on tickets for each row
  when ((old.deleted_at is null) is distinct from (new.deleted_at is null)) execute function hide_trashed_inbox_items();

-- Tells the person's open windows that something changed, after the commit as the history's notices are (migration 0030).
create function announce_inbox_item() returns trigger language plpgsql as $$
declare
  line text := json_build_object('inbox', case when tg_op = 'DELETE' then old.user_id else new.user_id end)::text;
begin
  if current_setting('waypost.announces', true) = 'after' then
    raise info using errcode = 'WP002', message = line;
  else
    perform pg_notify('waypost_whispers', line);
  end if;
  return null;
end $$;
create trigger inbox_items_announced after insert or update on inbox_items for each row
  execute function announce_inbox_item();
create trigger inbox_items_gone after delete on inbox_items for each row when (old.done_at is null)
  execute function announce_inbox_item();

-- Tells staff of an event on a ticket (server/lib/work/inbox.ts): `named` for the reason `why`, and with `followers` its
-- assignee and the staff who follow it as well, because somebody answered. Nobody is told of what they did themselves.
create function inbox_tell(asked uuid, named uuid[], why text, followers boolean, comment uuid, actor uuid, event uuid,
    moment timestamptz) returns void
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  told uuid[] := named;
begin
  if is_guest() then
    if actor is distinct from guest_id() or why <> 'mentioned' or not guest_sees_ticket(asked) then
      raise exception 'external users tell nobody of this' using errcode = 'insufficient_privilege';
    end if;
    -- Of the staff they name whom they know on the ticket (server/comments/mentions.ts).
    told := array(
      select person from unnest(named) as person
      where exists (select from tickets t where t.id = asked and person in (t.client_id, t.assignee_id))
        or exists (select from comments c where c.ticket_id = asked and c.author_id = person and c.visibility = 'public'
          and c.deleted_at is null));
  end if;
  insert into inbox_items as i
    (ticket_id, user_id, reason, mentioned, comment_id, actor_id, happened_at, last_event, in_trash)
  select t.id, u.id, case when u.id = any(told) then why else 'replied' end,
    why = 'mentioned' and u.id = any(told), comment, actor, moment, event, t.deleted_at is not null
  from tickets t
  join users u on u.id = any(told || case when followers then
    array(select p.user_id from participants p where p.ticket_id = asked) || t.assignee_id end)
  where t.id = asked and u.user_type = 'internal' and u.deleted_at is null and u.id is distinct from actor
  -- In one order, so that two events at once do not wait for each other.
  order by u.id
  on conflict (ticket_id, user_id) do update set
    reason = excluded.reason, mentioned = excluded.mentioned or (i.mentioned and i.done_at is null),
    comment_id = excluded.comment_id, actor_id = excluded.actor_id, happened_at = excluded.happened_at,
    news = case when i.read_at is null and i.done_at is null then i.news + 1 else 1 end,
    last_event = excluded.last_event, read_at = null, done_at = null, remind_at = null
  where i.last_event <> excluded.last_event;
end $$;

-- A deleted comment is no news: who has not read of it has what was there before, or nothing.
create function inbox_take_back(deleted uuid) returns void
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  gone comments;
begin
  select * into gone from comments where id = deleted;
  if is_guest() and gone.author_id is distinct from guest_id() then
    raise exception 'external users take back their own words alone' using errcode = 'insufficient_privilege';
  end if;
  update inbox_items i set
    reason = case when before.is_mention then 'mentioned' else 'replied' end, comment_id = before.id,
    mentioned = i.mentioned and before.has_mention, actor_id = before.author_id, happened_at = before.created_at,
    news = i.news - 1
  from (
    select mine.user_id, c.id, c.author_id, c.created_at,
      exists (select from comment_mentions m where m.comment_id = c.id and m.user_id = mine.user_id) as is_mention,
      exists (select from comment_mentions m join comments k on k.id = m.comment_id and k.deleted_at is null
        where m.user_id = mine.user_id and k.ticket_id = gone.ticket_id) as has_mention
    from inbox_items mine
    cross join lateral (
      select k.id, k.author_id, k.created_at from comments k
      where k.ticket_id = gone.ticket_id and k.deleted_at is null and k.author_id <> mine.user_id
        and k.position < gone.position
      order by k.position desc limit 1) as c
    where mine.ticket_id = gone.ticket_id and mine.comment_id = deleted and mine.news > 1
      and mine.read_at is null and mine.done_at is null
  ) as before
  where i.ticket_id = gone.ticket_id and i.user_id = before.user_id;
  delete from inbox_items
    where ticket_id = gone.ticket_id and comment_id = deleted and read_at is null and done_at is null;
end $$;

-- ---------------------------------------------------------------- who may

revoke all on function inbox_tell(uuid, uuid[], text, boolean, uuid, uuid, uuid, timestamptz) from public;
revoke all on function inbox_take_back(uuid) from public;

alter function grant_guest_rights() rename to grant_guest_rights_before_inbox;
create function grant_guest_rights() returns void language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from pg_roles where rolname = 'waypost_guest') then return; end if;
  perform grant_guest_rights_before_inbox();
  if has_function_privilege('waypost_guest', 'inbox_take_back(uuid)', 'execute') then return; end if;
  grant execute on function inbox_tell(uuid, uuid[], text, boolean, uuid, uuid, uuid, timestamptz), inbox_take_back(uuid)
    to waypost_guest;
  revoke all on inbox_items from waypost_guest;
  alter table comment_mentions enable row level security;
  grant select, insert, delete on comment_mentions to waypost_guest;
  create policy guest_reads on comment_mentions for select to waypost_guest
    using (exists (select from comments c where c.id = comment_id));
  create policy guest_adds on comment_mentions for insert to waypost_guest
    with check (exists (select from comments c where c.id = comment_id and c.author_id = (select guest_id())));
  create policy guest_removes on comment_mentions for delete to waypost_guest
    using (exists (select from comments c where c.id = comment_id and c.author_id = (select guest_id())));
end $$;
revoke all on function grant_guest_rights() from public;
revoke all on function grant_guest_rights_before_inbox() from public;

alter function grant_app_rights() rename to grant_app_rights_before_inbox;
create function grant_app_rights() returns void language plpgsql set search_path = public, pg_temp as $$
begin
  perform grant_app_rights_before_inbox();
  if not exists (select from pg_roles where rolname = 'waypost_app') then return; end if;
  revoke execute on function grant_app_rights_before_inbox(), grant_guest_rights_before_inbox() from waypost_app;
end $$;
revoke all on function grant_app_rights() from public;
revoke all on function grant_app_rights_before_inbox() from public;

select grant_guest_rights();
select grant_app_rights();
