-- Where many tickets change in one transaction the word index takes their words in together (server/tickets/search-index/gather-tokens.ts):
-- each word's list of tickets is then written once and not for every thirty of them. Only the index's owner may ask it to. Whoever
-- finds another one at it leaves its own to them: the index would let it wait.
create function sort_ticket_words() returns void
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if pg_try_advisory_xact_lock(hashtext('waypost sorted words')) then
    perform gin_clean_pending_list('ticket_words_staff');
  end if;
end $$;
revoke all on function sort_ticket_words() from public;

-- One message a statement: of 0.12 ms that an event of a bulk change took in the database 0.02 were the sending of a message of
-- its own, and the app read each of them (migration 0030).
drop trigger history_announced on history;
create or replace function announce_history() returns trigger language plpgsql as $$
declare
  lines text;
begin
  if current_setting('waypost.announces', true) is distinct from 'after' then
    perform pg_notify('waypost', seq || ' ' || entity || ' ' || entity_id) from fresh where via <> 'import';
    return null;
  end if;
  select string_agg(seq || ' ' || entity || ' ' || entity_id, e'\n') into lines from fresh where via <> 'import';
  if lines is not null then
    -- Of this level messages reach the session whatever `client_min_messages` says, and no log.
    raise info using errcode = 'WP001', message = lines;
  end if;
  return null;
end $$;
create trigger history_announced after insert on history referencing new table as fresh for each statement
  execute function announce_history();

-- The same for the Inbox (migration 0061), a line a person.
drop trigger inbox_items_announced on inbox_items;
drop trigger inbox_items_gone on inbox_items;
drop function announce_inbox_item();
create function announce_inbox_items() returns trigger language plpgsql as $$
declare
  lines text[] := array(select distinct json_build_object('inbox', user_id)::text from told
    where tg_op <> 'DELETE' or done_at is null);
begin
  if lines = '{}' then return null; end if;
  if current_setting('waypost.announces', true) = 'after' then
    raise info using errcode = 'WP002', message = array_to_string(lines, e'\n');
  else
    perform pg_notify('waypost_whispers', line) from unnest(lines) as line;
  end if;
  return null;
end $$;
create trigger inbox_items_announced after insert on inbox_items referencing new table as told for each statement
  execute function announce_inbox_items();
create trigger inbox_items_changed after update on inbox_items referencing new table as told for each statement
  execute function announce_inbox_items();
create trigger inbox_items_gone after delete on inbox_items referencing old table as told for each statement
  execute function announce_inbox_items();

-- The rows of many tickets in one statement (server/lib/work/inbox.ts), by arrays of one length: the same reason for 500 tickets took
-- 0.14 ms each when it was told ticket by ticket.
create function inbox_put(asked uuid[], people uuid[], reasons text[], events uuid[], comment uuid, actor uuid, moment timestamptz)
  returns void language plpgsql volatile security definer
  set search_path = public, pg_temp set plan_cache_mode = 'force_generic_plan' as $$
begin
  insert into inbox_items as i
    (ticket_id, user_id, reason, mentioned, comment_id, actor_id, happened_at, last_event, in_trash)
  -- Who is told for two reasons is for the first. In one order, so that two events at once do not wait for each other.
  select distinct on (t.id, u.id) t.id, u.id, said.reason, said.reason = 'mentioned', comment, actor, moment, said.event,
    t.deleted_at is not null
  from unnest(asked, people, reasons, events) with ordinality as said (ticket, person, reason, event, place)
  join tickets t on t.id = said.ticket
  join users u on u.id = said.person and u.user_type = 'internal' and u.deleted_at is null and u.id is distinct from actor
  order by t.id, u.id, said.place
  on conflict (ticket_id, user_id) do update set
    reason = excluded.reason, mentioned = excluded.mentioned or (i.mentioned and i.done_at is null),
    comment_id = excluded.comment_id, actor_id = excluded.actor_id, happened_at = excluded.happened_at,
    news = case when i.read_at is null and i.done_at is null then i.news + 1 else 1 end,
    last_event = excluded.last_event, read_at = null, done_at = null, remind_at = null
  where i.last_event <> excluded.last_event;
end $$;
revoke all on function inbox_put(uuid[], uuid[], text[], uuid[], uuid, uuid, timestamptz) from public;

create or replace function inbox_tell(asked uuid, named uuid[], why text, followers boolean, comment uuid, actor uuid, event uuid,
    moment timestamptz) returns void
  language plpgsql volatile security definer
  set search_path = public, pg_temp set plan_cache_mode = 'force_generic_plan' as $$
declare
  told uuid[] := named;
  others uuid[] := '{}';
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
  if followers then
    others := array(select p.user_id from participants p where p.ticket_id = asked
      union all select t.assignee_id from tickets t where t.id = asked);
  end if;
  perform inbox_put(array_fill(asked, array[cardinality(told || others)]), told || others,
    array_fill(why, array[cardinality(told)]) || array_fill('replied'::text, array[cardinality(others)]),
    array_fill(event, array[cardinality(told || others)]), comment, actor, moment);
end $$;
