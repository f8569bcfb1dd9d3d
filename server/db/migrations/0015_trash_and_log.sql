-- What has lain in the trash for 30 days is erased: every word that somebody wrote goes, and a bare row stays.
--
-- The row keeps its number, company, times, status and priority, so that numbers are never given twice and whatever
-- points at the ticket still points at something. Counters hold nothing of it since it went into the trash.

alter table tickets add column erased_at timestamptz(3);
-- So a ticket that was restored meanwhile cannot be erased, and one that was erased cannot be restored.
alter table tickets add constraint tickets_erased_in_trash
  check (erased_at is null or (deleted_at is not null and subject = '' and issue = ''));

drop index tickets_in_trash;
create index tickets_in_trash on tickets (deleted_at) where deleted_at is not null and erased_at is null;

-- The history stays a log that is only ever added to, but for one thing that the trigger below allows and checks itself,
-- whoever asks: of a ticket that was erased, the words in `before` and `after` become null. Who did what and when, the
-- names of the fields, the order and the hashes stay as they were. The chain holds on: each row still carries the hash
-- of the one before it, and its own hash still proves what was erased to whoever kept a copy. `erased_at` says why the
-- hash of such a row cannot be made from what is left.
alter table history add column erased_at timestamptz(3);

-- A file that was removed earlier has no row any more that leads to its ticket; its facts name it.
create index history_of_files on history ((coalesce(after, before) ->> 'ticket_id')) where entity = 'attachment';

-- The fields in which people's words stand: of tickets, of comments, and the names of files.
create function without_words(said jsonb) returns jsonb language sql immutable as $$
  select case when said ?| '{subject,issue,comment,name}' then
    (select jsonb_object_agg(key, case when key in ('subject', 'issue', 'comment', 'name') then 'null'::jsonb else value end)
      from jsonb_each(said))
    else said end
$$;

create function keep_history() returns trigger language plpgsql as $$
declare ticket uuid := case old.entity when 'ticket' then old.entity_id
  when 'comment' then (old.after ->> 'ticket_id')::uuid
  when 'attachment' then (coalesce(old.after, old.before) ->> 'ticket_id')::uuid end;
begin
  if old.erased_at is null and new.erased_at is not null
    and new.before is not distinct from without_words(old.before)
    and new.after is not distinct from without_words(old.after)
    and to_jsonb(new) - '{before,after,erased_at}'::text[] = to_jsonb(old) - '{before,after,erased_at}'::text[]
    and exists (select from tickets where id = ticket and erased_at is not null)
  then return new; end if;
  raise exception '% cannot be changed: rows are only ever added', tg_table_name using errcode = 'restrict_violation';
end $$;

drop trigger history_kept on history;
create trigger history_kept before delete on history for each statement execute function refuse_change();
create trigger history_only_erased before update on history for each row execute function keep_history();

-- ---------------------------------------------------------------- finding in the log

-- The words of a fact, folded as everything that is searched, and cut at whatever is no letter or digit. Says where
-- name_key is, since an index is kept up with no schema in sight but pg_catalog's.
create function audit_words(kind text, ip text, reason text, before jsonb, after jsonb) returns tsvector
  language sql immutable parallel safe as $$
  select array_to_tsvector(array(
    select distinct left(word, 60)
    from regexp_split_to_table(
      public.name_key(regexp_replace(
        kind || ' ' || coalesce(ip, '') || ' ' || coalesce(reason, '') || ' ' || coalesce(before::text, '') || ' ' ||
        coalesce(after::text, ''), '\\[bfnrt]', ' ', 'g')),
      '[\s!-/:-@\[-`{-~\u00a0-\u00bf\u2000-\u206f\u3000-\u303f]+') as word
    where word <> ''))
$$;

-- A short list of what is not sorted in yet: every search reads all of it.
create index history_words on history using gin (audit_words(kind, ip, reason, before, after))
  with (gin_pending_list_limit = 256);
