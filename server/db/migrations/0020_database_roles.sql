-- Three roles (docs/decisions/0009-row-level-security.md): an owner, who makes and changes the tables; `waypost_app`, in
-- which the app works, which owns nothing; and `waypost_guest`, in which requests of external users work, which may do
-- what is written here and nothing else. A table that is not named here, one of tomorrow included, is closed to it.

-- ---------------------------------------------------------------- who is asking

-- The app signs whom a transaction is for, so that SQL in the external users' role cannot make itself somebody else.
create table guest_keys (                                                   -- lib/db
  is_only boolean primary key default true check (is_only),
  inner_key bytea not null,
  outer_key bytea not null
);

create function random_bytes_64() returns bytea language sql volatile as $$
  select sha256(string_agg(uuid_send(gen_random_uuid()), '') filter (where n <= 4))
    || sha256(string_agg(uuid_send(gen_random_uuid()), '') filter (where n > 4))
  from generate_series(1, 8) as n
$$;
insert into guest_keys (inner_key, outer_key) values (random_bytes_64(), random_bytes_64());
drop function random_bytes_64();

create type asker as (id uuid, company_id uuid, is_admin boolean);

-- `waypost.asker` is "proof id company is_admin", the company "-" where there is none. The proof is an HMAC (RFC 2104)
-- whose two keys are random of their own. Null where it is absent or does not hold: then nothing is visible.
create function asker() returns asker
  language plpgsql stable parallel safe security definer set search_path = public, pg_temp as $$
declare
  said text := current_setting('waypost.asker', true);
  parts text[];
  known guest_keys;
begin
  if said is null or said = '' then return null; end if;
  select * into known from guest_keys;
  if encode(sha256(known.outer_key || sha256(known.inner_key || convert_to(substr(said, 66), 'UTF8'))), 'hex')
    is distinct from left(said, 64) then return null; end if;
  parts := string_to_array(substr(said, 66), ' ');
  return row(parts[1]::uuid, nullif(parts[2], '-')::uuid, parts[3]::boolean)::asker;
end $$;

create or replace function guest_id() returns uuid language sql stable parallel safe as $$ select (asker()).id $$;
create or replace function guest_company() returns uuid language sql stable parallel safe as
  $$ select (asker()).company_id $$;
create or replace function guest_is_admin() returns boolean language sql stable parallel safe as
  $$ select coalesce((asker()).is_admin, false) $$;

-- Whether the statement came through the external users' role, by its own login or by SET ROLE.
create function is_guest() returns boolean language sql stable parallel safe as
  $$ select session_user = 'waypost_guest' or current_setting('role', true) = 'waypost_guest' $$;

-- ---------------------------------------------------------------- functions that run as the owner

-- A path that ends in pg_temp: temporary tables are otherwise looked at first, whoever made them.
alter function chain_history() set search_path = public, pg_temp;
alter function guest_shares() set search_path = public, pg_temp;
alter function fill_search_row() set search_path = public, pg_temp;
alter function keep_search_row() set search_path = public, pg_temp;
alter function guest_hits(tsquery) set search_path = public, pg_temp;
alter function learn_words(text[]) set search_path = public, pg_temp;
alter function learn_new_rows() set search_path = public, pg_temp;
alter function learn_changed_row() set search_path = public, pg_temp;

-- What triggers keep and refuse is the desk's, whoever set them off.
alter function tickets_inserted() security definer set search_path = public, pg_temp;
alter function tickets_updated() security definer set search_path = public, pg_temp;
alter function users_inserted() security definer set search_path = public, pg_temp;
alter function users_deleted() security definer set search_path = public, pg_temp;
alter function user_changed() security definer set search_path = public, pg_temp;
alter function companies_inserted() security definer set search_path = public, pg_temp;
alter function companies_deleted() security definer set search_path = public, pg_temp;
alter function company_changed() security definer set search_path = public, pg_temp;
alter function keep_memberships() security definer set search_path = public, pg_temp;
alter function keep_all_but_samples() security definer set search_path = public, pg_temp;
alter function keep_history() security definer set search_path = public, pg_temp;

-- Volatile, so that it sees what the statement that asks has written so far: a new ticket and its words are one statement.
create function guest_sees_ticket(asked uuid) returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare me asker := asker();
begin
  return exists (select from tickets t where t.id = asked and (
    t.client_id = me.id
    or (t.company_id = me.company_id and not t.confidential
      and (me.is_admin or exists (select from companies c where c.id = me.company_id and c.sharing = 'company')))
    or exists (select from participants p where p.ticket_id = t.id and p.user_id = me.id)));
end $$;

create function guest_is_colleague(asked uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as
  $$ select exists (select from users where id = asked and user_type = 'external' and company_id = guest_company()) $$;

create function is_external_person(asked uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as
  $$ select exists (select from users where id = asked and user_type = 'external') $$;

-- The own account and, for those who look after it, the people of the own company, whole. Of everybody else external
-- users read no more than the name.
create view company_people with (security_barrier) as
  select * from users
  where id = (select guest_id())
    or ((select guest_is_admin()) and user_type = 'external' and company_id = (select guest_company()));

-- What `ticket_search` is for staff, without the words of internal notes.
create view public_search with (security_invoker = true) as
  select ticket_id as id, status, priority, assignee_id, client_id, company_id, group_id, confidential, updated,
    deleted_at, public_words, public_words as staff_words
  from ticket_words;

-- The names of jobs are those of contract/jobs.ts. What a job takes over from its queue, pg-boss documents for SQL.
create function queue_job(job_name text, job_data jsonb) returns void
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if is_guest() and job_name <> all (array['tickets.announce', 'comments.announce', 'tickets.renew_words', 'uploads.sweep_draft']) then
    raise exception 'external users queue no %', job_name using errcode = 'insufficient_privilege';
  end if;
  insert into pgboss.job (name, data, keep_until, policy, retry_limit, retry_delay, retry_backoff, retry_delay_max,
      expire_seconds, deletion_seconds, dead_letter, heartbeat_seconds)
    select asked.name, job_data, now() + q.retention_seconds * interval '1 second', q.policy, q.retry_limit,
      q.retry_delay, q.retry_backoff, q.retry_delay_max, q.expire_seconds, q.deletion_seconds, q.dead_letter,
      q.heartbeat_seconds
    from (values (job_name)) as asked(name) left join pgboss.queue q on q.name = asked.name;
end $$;

-- Locks the row of a file's bytes against the sweep until the transaction ends. The same hash is the same bytes.
create function keep_blob(file_hash bytea, file_bytes bigint) returns void
  language sql volatile security definer set search_path = public, pg_temp as $$
  insert into blobs (hash, bytes) values (file_hash, file_bytes) on conflict (hash) do update set bytes = blobs.bytes
$$;

-- For server/lib/guard/reauthorize.ts: what is left of the asker's own rights, locked until the transaction ends.
create function guest_rights(asked_session uuid)
  returns table (is_open boolean, is_active boolean, is_own boolean, permissions text[])
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare me asker := asker();
begin
  return query
    with session as (
      select s.revoked_at is null as is_open from sessions s where s.id = asked_session and s.user_id = me.id for share),
    held as (select ur.role_id from user_roles ur where ur.user_id = me.id for key share),
    company as (select c.is_active from companies c where c.id = me.company_id for share)
    select coalesce((select s.is_open from session s), false), coalesce((select c.is_active from company c), true), false,
      array(select distinct p.permission from held join role_permissions p using (role_id));
end $$;

-- How people can sign in, and how their newest invitation stands: of the asker's company, where an external user asks.
create function sign_in_states(asked uuid[], moment timestamptz)
  returns table (user_id uuid, has_password boolean, has_second_factor boolean, invite_state text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, k.id is not null, f.secret is not null,
    case
      when l.token_hash is null or l.used_at is not null then case when k.id is null then 'not_sent' else 'none' end
      when l.expires_at <= moment then 'expired'
      when m.state = 'failed' or (m.state = 'queued' and m.last_error is not null) then 'not_sent'
      else 'pending' end
  from users u
  left join credentials k on k.user_id = u.id and k.kind = 'password'
  left join second_factors f on f.user_id = u.id
  left join lateral (select * from action_links where action_links.user_id = u.id and purpose = 'invite'
    order by created_at desc, used_at desc nulls first limit 1) l on true
  left join mails m on m.dedupe_key = 'link:' || encode(l.token_hash, 'hex')
  where u.id = any(asked)
    and (not is_guest() or u.id = guest_id()
      or (guest_is_admin() and u.user_type = 'external' and u.company_id = guest_company()))
$$;

-- Adds the words of a new public comment; false where they do not fit (server/tickets/search-index/ticket-tokens.ts).
create function add_public_words(asked uuid, words text[], moved timestamptz, few int, bytes int, most int) returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if is_guest() and not guest_sees_ticket(asked) then return false; end if;
  update ticket_words
    set staff_words = staff_words || array_to_tsvector(words), public_words = public_words || array_to_tsvector(words),
      updated = moved
    where ticket_id = asked
      and case when length(staff_words) + cardinality(words) < few then true
        else octet_length(staff_words::text) + bytes < most end;
  return found;
end $$;

-- Writes the public words of a ticket anew and keeps those of its notes; answers whether it has notes. A word that both
-- held goes with the public text: the exact words of such a ticket are left to a job, which reads the notes.
create function replace_public_words(asked uuid, words text[]) returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare fresh tsvector := array_to_tsvector(words);
begin
  if is_guest() and not guest_sees_ticket(asked) then return false; end if;
  begin
    update ticket_words
      set public_words = fresh, staff_words = fresh || ts_delete(staff_words, tsvector_to_array(public_words))
      where ticket_id = asked;
  exception when program_limit_exceeded then
    update ticket_words set public_words = fresh, staff_words = fresh where ticket_id = asked;
  end;
  return exists (select from comments where ticket_id = asked and visibility = 'internal' and deleted_at is null);
end $$;

-- ---------------------------------------------------------------- what nobody has by default

do $$
begin
  execute 'revoke execute on all functions in schema public from public';
  execute 'alter default privileges revoke execute on functions from public';
  if not exists (select from pg_roles where rolname = 'waypost_guest') then return; end if;
  -- Migration 0008 granted every table of the future as well.
  execute 'alter default privileges in schema public revoke all on tables from waypost_guest';
  execute 'alter default privileges in schema public revoke all on sequences from waypost_guest';
end $$;

-- ---------------------------------------------------------------- the external users' role

-- Called by every start (server/lib/db/prepare-database.ts), since the role may be made after the tables. Does nothing where
-- its work is done. The owner alone may call it.
create function grant_guest_rights() returns void language plpgsql set search_path = public, pg_temp as $$
declare
  old record;
begin
  if not exists (select from pg_roles where rolname = 'waypost_guest')
    or exists (select from pg_policies where policyname = 'guest_reads' and schemaname = 'public' and tablename = 'tickets')
  then return; end if;
  for old in select tablename, policyname from pg_policies where schemaname = 'public' and policyname = 'guest' loop
    execute format('drop policy guest on %I', old.tablename);
  end loop;
  revoke all on all tables in schema public from waypost_guest;
  revoke all on all sequences in schema public from waypost_guest;
  revoke all on all functions in schema public from waypost_guest;
  grant usage on schema public to waypost_guest;
  grant usage on sequence ticket_numbers_seq to waypost_guest;
  grant execute on function asker(), guest_id(), guest_company(), guest_is_admin(), guest_shares(), is_guest(),
    guest_sees_ticket(uuid), guest_is_colleague(uuid), is_external_person(uuid), guest_hits(tsquery),
    queue_job(text, jsonb), keep_blob(bytea, bigint), guest_rights(uuid), sign_in_states(uuid[], timestamptz),
    add_public_words(uuid, text[], timestamptz, int, int, int), replace_public_words(uuid, text[]),
    staff_look_alikes(text[]), name_key(text),
    audit_words(text, text, text, jsonb, jsonb) to waypost_guest;
  grant select on company_people, public_search to waypost_guest;

  -- People, companies and roles. Accounts are written by the app's own role alone.
  alter table users enable row level security;
  grant select (id, fullname, name_key, user_type, company_id, deleted_at) on users to waypost_guest;
  create policy guest_reads on users for select to waypost_guest
    using (
      id = (select guest_id())
      or user_type = 'internal'
      or company_id = (select guest_company())
      or exists (select from participants p join tickets t on t.id = p.ticket_id where p.user_id = users.id)
      or exists (select from tickets t where t.client_id = users.id)
      or exists (select from comments c where c.author_id = users.id)
    );
  alter table principals enable row level security;
  grant select (id, kind, name) on principals to waypost_guest;
  create policy guest_reads on principals for select to waypost_guest
    using (kind in ('system', 'import', 'rule') or exists (select from users u where u.id = principals.id));
  alter table companies enable row level security;
  grant select on companies to waypost_guest;
  grant update (description, contact_email, contact_phone, version) on companies to waypost_guest;
  create policy guest_reads on companies for select to waypost_guest
    using (id = (select guest_company()) or is_internal or exists (select from tickets t where t.company_id = companies.id));
  create policy guest_changes on companies for update to waypost_guest
    using (id = (select guest_company()))
    with check (id = (select guest_company()) and (select guest_is_admin()));
  alter table groups enable row level security;
  grant select on groups to waypost_guest;
  create policy guest_reads on groups for select to waypost_guest
    using (company_id = (select guest_company())
      or exists (select from companies c where c.id = groups.company_id and c.is_internal));
  alter table roles enable row level security;
  grant select on roles to waypost_guest;
  create policy guest_reads on roles for select to waypost_guest using (type = 'external');
  alter table role_permissions enable row level security;
  grant select on role_permissions to waypost_guest;
  create policy guest_reads on role_permissions for select to waypost_guest
    using (exists (select from roles r where r.id = role_id));
  alter table user_roles enable row level security;
  grant select on user_roles to waypost_guest;
  create policy guest_reads on user_roles for select to waypost_guest
    using (user_id = (select guest_id()) or ((select guest_is_admin()) and guest_is_colleague(user_id)));

  -- Tickets, and what hangs on them.
  alter table tickets enable row level security;
  grant select on tickets to waypost_guest;
  grant insert (id, number, uid, subject, issue, status, priority, client_id, company_id, assignee_id, group_id,
    follow_up_of_id, created_by, created, updated) on tickets to waypost_guest;
  grant update (subject, issue, status, priority, version, updated, closed, closed_by, reopened_count) on tickets
    to waypost_guest;
  create policy guest_reads on tickets for select to waypost_guest
    using (
      client_id = (select guest_id())
      or id in (select ticket_id from participants where user_id = (select guest_id()))
      or (company_id = (select guest_company()) and not confidential and ((select guest_is_admin()) or (select guest_shares())))
    );
  create policy guest_changes on tickets for update to waypost_guest
    using (
      client_id = (select guest_id())
      or id in (select ticket_id from participants where user_id = (select guest_id()))
      or (company_id = (select guest_company()) and not confidential and ((select guest_is_admin()) or (select guest_shares())))
    );
  create policy guest_adds on tickets for insert to waypost_guest
    with check (
      company_id is not distinct from (select guest_company())
      and (client_id = (select guest_id()) or ((select guest_is_admin()) and guest_is_colleague(client_id)))
      and created_by = (select guest_id()) and assignee_id is null and group_id is null
    );
  alter table ticket_numbers enable row level security;
  grant select, insert (number, ticket_id) on ticket_numbers to waypost_guest;
  create policy guest_reads on ticket_numbers for select to waypost_guest
    using (exists (select from tickets t where t.id = ticket_id));
  create policy guest_adds on ticket_numbers for insert to waypost_guest with check (guest_sees_ticket(ticket_id));
  alter table participants enable row level security;
  grant select, delete on participants to waypost_guest;
  create policy guest_reads on participants for select to waypost_guest
    using (user_id = (select guest_id()) or (is_external_person(user_id) and guest_sees_ticket(ticket_id)));
  create policy guest_removes on participants for delete to waypost_guest using (user_id = (select guest_id()));
  alter table ticket_reads enable row level security;
  grant select, insert, update (read_at) on ticket_reads to waypost_guest;
  create policy guest_reads on ticket_reads for select to waypost_guest using (user_id = (select guest_id()));
  create policy guest_changes on ticket_reads for update to waypost_guest using (user_id = (select guest_id()));
  create policy guest_adds on ticket_reads for insert to waypost_guest
    with check (user_id = (select guest_id()) and guest_sees_ticket(ticket_id));
  alter table ticket_words enable row level security;
  grant select (ticket_id, public_words, status, priority, assignee_id, client_id, company_id, group_id, confidential,
    updated, deleted_at), insert (ticket_id, public_words, staff_words) on ticket_words to waypost_guest;
  create policy guest_reads on ticket_words for select to waypost_guest
    using (
      client_id = (select guest_id())
      or ticket_id in (select ticket_id from participants where user_id = (select guest_id()))
      or (company_id = (select guest_company()) and not confidential and ((select guest_is_admin()) or (select guest_shares())))
    );
  create policy guest_adds on ticket_words for insert to waypost_guest with check (guest_sees_ticket(ticket_id));
  alter table ticket_counts enable row level security;
  grant select on ticket_counts to waypost_guest;
  create policy guest_reads on ticket_counts for select to waypost_guest
    using (company_id = coalesce((select guest_company()), '00000000-0000-0000-0000-000000000000'));

  -- The conversation and its files. Notes are nothing of theirs; nobody else's words are theirs to change.
  alter table comments enable row level security;
  grant select, insert (id, ticket_id, origin_ticket_id, author_id, visibility, comment, created_at),
    update (comment, version, edited_at, deleted_at, deleted_by) on comments to waypost_guest;
  grant select on public_comments to waypost_guest;
  create policy guest_reads on comments for select to waypost_guest
    using (visibility = 'public' and exists (select from tickets t where t.id = ticket_id));
  create policy guest_changes on comments for update to waypost_guest
    using (visibility = 'public' and exists (select from tickets t where t.id = ticket_id))
    with check (visibility = 'public' and author_id = (select guest_id()));
  create policy guest_adds on comments for insert to waypost_guest
    with check (visibility = 'public' and author_id = (select guest_id()) and guest_sees_ticket(ticket_id)
      and origin_ticket_id = ticket_id);
  alter table comment_versions enable row level security;
  grant insert on comment_versions to waypost_guest;
  create policy guest_adds on comment_versions for insert to waypost_guest
    with check (written_by = (select guest_id())
      and exists (select from comments c where c.id = comment_id and c.author_id = (select guest_id())));
  alter table attachments enable row level security;
  grant select, insert (blob_hash, ticket_id, comment_id, name, media_type, width, height, uploaded_by, created_at),
    update (ticket_id, comment_id, deleted_at, deleted_by) on attachments to waypost_guest;
  create policy guest_reads on attachments for select to waypost_guest
    using (
      (ticket_id is null and uploaded_by = (select guest_id()))
      or (comment_id is null and exists (select from tickets t where t.id = ticket_id))
      or exists (select from comments c where c.id = comment_id)
    );
  create policy guest_changes on attachments for update to waypost_guest
    using (uploaded_by = (select guest_id()))
    with check (uploaded_by = (select guest_id()) and (ticket_id is null or guest_sees_ticket(ticket_id)));
  create policy guest_adds on attachments for insert to waypost_guest
    with check (uploaded_by = (select guest_id()) and (ticket_id is null or guest_sees_ticket(ticket_id))
      and comment_id is null);
  alter table blobs enable row level security;
  grant select on blobs to waypost_guest;
  create policy guest_reads on blobs for select to waypost_guest
    using (exists (select from attachments a where a.blob_hash = hash));

  -- What happened, of what they see. Addresses and hashes are staff's.
  alter table history enable row level security;
  grant select (seq, id, entity, entity_id, kind, occurred_at, recorded_at, principal_id, audience, company_id, before,
      after, reason, erased_at),
    insert (id, entity, entity_id, kind, occurred_at, principal_id, via, ip, request_id, group_id, audience, company_id,
      before, after, reason) on history to waypost_guest;
  create policy guest_reads on history for select to waypost_guest
    using (
      (audience = 'public' and entity = 'ticket' and exists (select from tickets t where t.id = entity_id))
      or (audience = 'public' and entity = 'comment' and exists (select from comments c where c.id = entity_id))
      or (audience = 'public' and entity = 'attachment' and exists (select from attachments a where a.id = entity_id))
      or (entity = 'user' and kind = 'user.roles_changed' and (select guest_is_admin()) and guest_is_colleague(entity_id))
    );
  create policy guest_adds on history for insert to waypost_guest
    with check (
      principal_id = (select guest_id()) and via <> 'import'
      and case entity
        when 'ticket' then audience = 'public' and guest_sees_ticket(entity_id)
        when 'comment' then audience = 'public' and guest_sees_ticket((coalesce(after, before) ->> 'ticket_id')::uuid)
        when 'attachment' then audience = 'public' and guest_sees_ticket((coalesce(after, before) ->> 'ticket_id')::uuid)
        when 'company' then kind = 'company.changed' and entity_id = (select guest_company()) and (select guest_is_admin())
        when 'user' then kind = 'user.notifications_changed' and entity_id = (select guest_id())
        else false end
    );

  -- Their own preferences and kept answers; of the settings what a ticket's number needs; what statuses there are.
  alter table notification_preferences enable row level security;
  grant select, insert, update (mail) on notification_preferences to waypost_guest;
  create policy guest_owns on notification_preferences to waypost_guest
    using (user_id = (select guest_id())) with check (user_id = (select guest_id()));
  alter table idempotency_keys enable row level security;
  grant select, insert (principal_id, key, fingerprint), update (status, body) on idempotency_keys to waypost_guest;
  create policy guest_owns on idempotency_keys to waypost_guest
    using (principal_id = (select guest_id())) with check (principal_id = (select guest_id()));
  alter table settings enable row level security;
  grant select (key, company_id, value) on settings to waypost_guest;
  create policy guest_reads on settings for select to waypost_guest
    using (company_id is null and key = 'ticket_prefix');
  alter table statuses enable row level security;
  grant select on statuses to waypost_guest;
  create policy guest_reads on statuses for select to waypost_guest using (true);
end $$;

-- ---------------------------------------------------------------- the app's role

-- Called by every start, after the job queue has made its tables: what is there by then is the app's to use, and nothing
-- of it the app's to change or to empty. Samples are marked and migrations noted by the owner alone.
create function grant_app_rights() returns void language plpgsql set search_path = public, pg_temp as $$
declare
  place text;
  guarded text;
begin
  if not exists (select from pg_roles where rolname = 'waypost_app') then return; end if;
  foreach place in array array['public', 'pgboss'] loop
    if to_regnamespace(place) is null then continue; end if;
    execute format('grant usage on schema %I to waypost_app', place);
    execute format('grant select, insert, update, delete on all tables in schema %I to waypost_app', place);
    execute format('grant usage, select on all sequences in schema %I to waypost_app', place);
    execute format('grant execute on all functions in schema %I to waypost_app', place);
  end loop;
  revoke insert, update on samples from waypost_app;
  revoke insert, update, delete on guest_keys, schema_migrations from waypost_app;
  revoke execute on function grant_guest_rights(), grant_app_rights() from waypost_app;
  for guarded in
    select c.relname from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relrowsecurity
      and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'app')
  loop
    execute format('create policy app on %I to waypost_app using (true) with check (true)', guarded);
  end loop;
  -- To write the counters anew without gaps (server/dashboard/reconcile.ts).
  if current_setting('server_version_num')::int >= 170000 then
    grant maintain on ticket_totals, ticket_counts, ticket_daily, desk_totals to waypost_app;
  end if;
end $$;

select grant_guest_rights();
select grant_app_rights();
