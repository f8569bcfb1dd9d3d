-- Answers that wait until they go out, and what people have begun to write.

-- ---------------------------------------------------------------- answers that wait

-- External users' role has no grant on it: what waits is nothing of theirs.
create table scheduled_comments (                                           -- comments
  -- The comment's, once it has gone out: so it goes once.
  id uuid primary key default gen_random_uuid(),
  ticket_id uuid not null references tickets on delete cascade,
  author_id uuid not null references users,
  -- What POST comments takes; the words go with the row's last change, when the comment has them.
  visibility text not null check (visibility in ('public', 'internal')),
  comment text not null,
  mentions uuid[] not null default '{}',
  status text references statuses,
  effects jsonb,
  saved_reply_id uuid,
  -- The same for all that is sent, and taken back, as one.
  group_id uuid not null,
  -- The readers from outside whom its author had before them, each with their company then.
  readers jsonb not null default '{}',
  send_at timestamptz(3) not null,
  -- Later than send_at after a failure that is nobody's decision.
  try_at timestamptz(3) not null,
  tries int not null default 0,
  -- Waits a moment for second thoughts: nobody but its author knows of it.
  hold boolean not null,
  stop_if_answered boolean not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'cancelled', 'stopped')),
  -- Why it was stopped, and the refusal where one said it.
  reason text,
  refusal jsonb,
  -- The files that were given back when it was taken back.
  attachment_ids uuid[] not null default '{}',
  created_at timestamptz(3) not null,
  settled_at timestamptz(3),
  constraint scheduled_comments_stopped_for_a_reason check ((state = 'stopped') = (reason is not null)),
  constraint scheduled_comments_settled check ((state = 'waiting') = (settled_at is null))
);
create index scheduled_comments_due on scheduled_comments (try_at, created_at) where state = 'waiting';
create index scheduled_comments_by_ticket on scheduled_comments (ticket_id) where state in ('waiting', 'stopped');
create index scheduled_comments_by_author on scheduled_comments (author_id) where state in ('waiting', 'stopped');
create index scheduled_comments_by_group on scheduled_comments (group_id);
create index scheduled_comments_settled on scheduled_comments (settled_at) where settled_at is not null;

-- Files of an answer that waits: nobody's but its author's, and not swept with the files of drafts.
alter table attachments add column scheduled_id uuid references scheduled_comments on delete set null;
create index attachments_by_scheduled on attachments (scheduled_id) where scheduled_id is not null;

-- Tells its author's Inbox of an answer that was not sent. `inbox_tell` refuses external users, whose answer may be the
-- reason (migration 0061).
create function inbox_tell_unsent(asked uuid, author uuid, event uuid, moment timestamptz) returns void
  language sql volatile security definer set search_path = public, pg_temp as $$
  insert into inbox_items as i (ticket_id, user_id, reason, mentioned, happened_at, last_event, in_trash)
  select t.id, u.id, 'unsent', false, moment, event, t.deleted_at is not null
  from tickets t join users u on u.id = author and u.user_type = 'internal' and u.deleted_at is null
  where t.id = asked
  on conflict (ticket_id, user_id) do update set
    reason = 'unsent', mentioned = i.mentioned and i.done_at is null, comment_id = null, actor_id = null,
    happened_at = excluded.happened_at,
    news = case when i.read_at is null and i.done_at is null then i.news + 1 else 1 end,
    last_event = excluded.last_event, read_at = null, done_at = null, remind_at = null
  where i.last_event <> excluded.last_event;
$$;

-- Stops an answer that waits, and tells its author. The others of the staff read of those that they could see.
create function stop_scheduled(which uuid, why text, said jsonb, moment timestamptz) returns void
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  stopped scheduled_comments;
begin
  update scheduled_comments set state = 'stopped', reason = why, refusal = said, settled_at = moment
    where id = which and state = 'waiting' returning * into stopped;
  if not found then return; end if;
  perform inbox_tell_unsent(stopped.ticket_id, stopped.author_id, gen_random_uuid(), moment);
  if not stopped.hold then
    insert into history (id, entity, entity_id, kind, occurred_at, principal_id, via, audience, company_id, before)
      select gen_random_uuid(), 'ticket', stopped.ticket_id, 'comment.stopped', moment,
        '00000000-0000-4000-8000-000000000001', 'system', 'internal', t.company_id, jsonb_build_object('reason', why)
      from tickets t where t.id = stopped.ticket_id;
  end if;
end $$;

-- A client's public words, however they come, stop the answers that were written without them.
create function stop_answered() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform stop_scheduled(s.id, 'answered', null, new.created_at)
    from scheduled_comments s
    where s.ticket_id = new.ticket_id and s.state = 'waiting' and s.stop_if_answered
      and (new.from_address is not null
        or exists (select from users u where u.id = new.author_id and u.user_type = 'external'));
  return null;
end $$;
create trigger comments_stop_answers after insert on comments for each row when (new.visibility = 'public')
  execute function stop_answered();

-- Nobody answers for a person who is gone.
create function stop_answers_of_deleted() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform stop_scheduled(s.id, 'author_gone', null, new.deleted_at)
    from scheduled_comments s where s.author_id = new.id and s.state = 'waiting';
  return null;
end $$;
create trigger users_stop_answers after update of deleted_at on users for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function stop_answers_of_deleted();

-- What was due before a backup was brought back is not sent years late, nor a second time (server/backup/restore.ts).
create function stop_answers_of_backup(moment timestamptz) returns void
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  perform stop_scheduled(id, 'restored', null, moment)
    from scheduled_comments where state = 'waiting' and send_at <= moment;
end $$;

-- Tells the windows of its author, and the processes that send what is due, after the commit as migration 0061 does.
create function announce_scheduled() returns trigger language plpgsql as $$
declare
  changed scheduled_comments := case when tg_op = 'DELETE' then old else new end;
  line text := json_build_object('sending', changed.ticket_id, 'person', changed.author_id,
    'at', case when changed.state = 'waiting' and tg_op <> 'DELETE'
      then floor(extract(epoch from changed.try_at) * 1000) end)::text;
begin
  if current_setting('waypost.announces', true) = 'after' then
    raise info using errcode = 'WP002', message = line;
  else
    perform pg_notify('waypost_whispers', line);
  end if;
  return null;
end $$;
create trigger scheduled_comments_announced after insert or update or delete on scheduled_comments for each row
  execute function announce_scheduled();

-- ---------------------------------------------------------------- drafts

create table drafts (                                                       -- comments
  user_id uuid not null references users,
  ticket_id uuid not null references tickets on delete cascade,
  text text not null,
  is_internal boolean not null,
  -- As the writer's own box has them: nothing is looked up by these ids.
  mentions jsonb not null default '[]',
  attachment_ids uuid[] not null default '{}',
  saved_reply_id uuid,
  effects jsonb,
  -- Never the same for two drafts of a person on a ticket, not even for one that was begun after the other was sent.
  version bigint not null,
  updated_at timestamptz(3) not null,
  primary key (user_id, ticket_id)
);
create index drafts_by_ticket on drafts (ticket_id);
create index drafts_by_age on drafts (updated_at);

-- The writer's other windows adopt it, or offer it. No word of it travels.
create function announce_draft() returns trigger language plpgsql as $$
declare
  changed drafts := case when tg_op = 'DELETE' then old else new end;
  line text := json_build_object('draft', changed.ticket_id, 'person', changed.user_id,
    'version', case when tg_op = 'DELETE' then null else changed.version end)::text;
begin
  if current_setting('waypost.announces', true) = 'after' then
    raise info using errcode = 'WP002', message = line;
  else
    perform pg_notify('waypost_whispers', line);
  end if;
  return null;
end $$;
create trigger drafts_announced after insert or update or delete on drafts for each row execute function announce_draft();

-- ---------------------------------------------------------------- a person's choice

create table sending_preferences (                                          -- settings
  user_id uuid primary key references users,
  -- Seconds that a person's answers wait before they go out.
  undo_send_seconds smallint not null check (undo_send_seconds in (0, 5, 10, 20))
);

-- ---------------------------------------------------------------- who may

revoke all on function inbox_tell_unsent(uuid, uuid, uuid, timestamptz) from public;
revoke all on function stop_scheduled(uuid, text, jsonb, timestamptz) from public;
revoke all on function stop_answers_of_backup(timestamptz) from public;

-- Of these tables external users reach their own drafts alone, which are never notes.
alter function grant_guest_rights() rename to grant_guest_rights_before_drafts;
create function grant_guest_rights() returns void language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from pg_roles where rolname = 'waypost_guest') then return; end if;
  perform grant_guest_rights_before_drafts();
  if exists (select from pg_policies where policyname = 'guest_owns' and tablename = 'drafts') then return; end if;
  revoke all on scheduled_comments, sending_preferences from waypost_guest;
  alter table drafts enable row level security;
  grant select, insert, update, delete on drafts to waypost_guest;
  create policy guest_owns on drafts to waypost_guest
    using (user_id = (select guest_id()))
    with check (user_id = (select guest_id()) and not is_internal and guest_sees_ticket(ticket_id));
end $$;
revoke all on function grant_guest_rights() from public;
revoke all on function grant_guest_rights_before_drafts() from public;

alter function grant_app_rights() rename to grant_app_rights_before_drafts;
create function grant_app_rights() returns void language plpgsql set search_path = public, pg_temp as $$
begin
  perform grant_app_rights_before_drafts();
  if not exists (select from pg_roles where rolname = 'waypost_app') then return; end if;
  revoke execute on function grant_app_rights_before_drafts(), grant_guest_rights_before_drafts() from waypost_app;
end $$;
revoke all on function grant_app_rights() from public;
revoke all on function grant_app_rights_before_drafts() from public;

select grant_guest_rights();
select grant_app_rights();
