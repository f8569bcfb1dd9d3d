-- How long the history keeps what it says about people, and what goes with a person who is erased (rules 148 and 163).

-- Of an erased person a bare row stays, so that what they did still points at somebody: without name, address and place.
alter table users add column erased_at timestamptz(3);
alter table users add constraint users_erased_after_deletion check (erased_at is null or deleted_at is not null);

-- The names of the fields stay, since they say what happened; what stood in them goes.
create function without_values(said jsonb) returns jsonb language sql immutable as $$
  select jsonb_object_agg(key, 'null'::jsonb) from jsonb_object_keys(said) as key
$$;

-- What there is to take away once it is old enough: the details of entries, of those about tickets the network address.
create index history_to_prune on history (recorded_at)
  where ip is not null or (erased_at is null and entity not in ('ticket', 'comment', 'attachment'));

/*
 * The log stays one that is only ever added to, but for what this function allows and checks itself, whoever asks:
 *
 *   words    subjects, texts and names of files of erased tickets, and the names of files that an erased person sent
 *   details  every value, reason and network address of entries about an erased person, or of entries older than the
 *            administrators keep them; those about tickets keep their details as long as the ticket
 *   address  the network address alone, of entries by an erased person, and of old entries about tickets
 *
 * Who did what to whom and when, the names of the fields, the order and the hashes stay as they were (migration 15).
 */
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

select grant_app_rights();
