-- The first tables. docs/data-model.md draws them; each table names the room that alone writes it.
-- Times are timestamptz(3): what JavaScript can hold exactly, so that keyset cursors are exact too.

-- ---------------------------------------------------------------- people (users, roles, companies, groups, auth)

-- Whoever can act. Every actor column points here, never straight at users, and nothing cascades from people.
create table principals (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('user', 'api_key', 'rule', 'mailbox', 'import', 'system')),
  name text not null,
  created_at timestamptz(3) not null default now()
);
insert into principals (id, kind, name) values
  ('00000000-0000-4000-8000-000000000001', 'system', 'System'),
  ('00000000-0000-4000-8000-000000000002', 'import', 'Import');

create table companies (                                                    -- room: companies
  id uuid primary key default gen_random_uuid(),
  name text not null,
  description text,
  contact_email text,
  contact_phone text,
  is_active boolean not null default true,
  is_internal boolean not null default false,
  -- Whether plain clients also see their colleagues' tickets (own), set by staff (own | company).
  sharing text not null default 'own' check (sharing in ('own', 'company')),
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3)
);
create unique index companies_name on companies (lower(name)) where deleted_at is null;
create unique index companies_internal on companies (is_internal) where is_internal;

create table roles (                                                        -- room: roles
  id uuid primary key default gen_random_uuid(),
  key text not null unique,
  name text not null unique,
  type text not null check (type in ('internal', 'external')),
  description text not null
);

create table role_permissions (                                             -- room: roles
  role_id uuid not null references roles,
  permission text not null,
  primary key (role_id, permission)
);

create table users (                                                        -- room: users
  id uuid primary key references principals,
  email text not null,
  fullname text not null,
  user_type text not null check (user_type in ('internal', 'external')),
  company_id uuid references companies,
  phone_number text,
  city text,
  state text,
  timezone text,
  locale text,
  hide_last_online boolean not null default false,
  last_online timestamptz(3),
  invite_state text not null default 'none' check (invite_state in ('none', 'not_sent', 'pending')),
  invite_expires_at timestamptz(3),
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3)
);
-- Over deleted people too: an address never silently becomes somebody else.
create unique index users_email on users (lower(email));
create index users_by_type on users (user_type, lower(fullname), id);
create index users_by_company on users (company_id, lower(fullname), id);

create table user_roles (                                                   -- room: roles
  user_id uuid not null references users,
  role_id uuid not null references roles,
  primary key (user_id, role_id)
);
create index user_roles_by_role on user_roles (role_id);

-- Who belonged to which company when; users.company_id is the present one (kept by the trigger below).
create table memberships (                                                  -- room: users
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users,
  company_id uuid not null references companies,
  "from" timestamptz(3) not null default now(),
  until timestamptz(3)
);
create unique index memberships_present on memberships (user_id) where until is null;
create index memberships_by_company on memberships (company_id);

create function keep_memberships() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.company_id is not distinct from old.company_id then return null; end if;
  update memberships set until = now() where user_id = new.id and until is null;
  if new.company_id is not null then
    insert into memberships (user_id, company_id) values (new.id, new.company_id);
  end if;
  return null;
end $$;
create trigger users_memberships after insert or update of company_id on users
  for each row execute function keep_memberships();

create table groups (                                                       -- room: groups
  id uuid primary key default gen_random_uuid(),
  name text not null,
  company_id uuid not null references companies,
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3)
);
create unique index groups_name on groups (company_id, lower(name)) where deleted_at is null;

create table group_members (                                                -- room: groups
  group_id uuid not null references groups,
  user_id uuid not null references users,
  primary key (group_id, user_id)
);
create index group_members_by_user on group_members (user_id);

-- What proves who somebody is, apart from who they are.
create table credentials (                                                  -- room: auth
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users,
  kind text not null check (kind in ('password', 'totp', 'recovery', 'passkey')),
  secret text not null,
  must_change boolean not null default false,
  created_at timestamptz(3) not null default now(),
  used_at timestamptz(3)
);
create unique index credentials_password on credentials (user_id) where kind = 'password';
create index credentials_by_user on credentials (user_id);

-- One sign-in on one browser: the family of its renewal tokens.
create table sessions (                                                     -- room: auth
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users,
  method text not null default 'password',
  ip text,
  user_agent text,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  revoked_reason text
);
create index sessions_by_user on sessions (user_id) where revoked_at is null;

create table refresh_tokens (                                               -- room: auth
  hash bytea primary key,
  session_id uuid not null references sessions on delete cascade,
  issued_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  replaced_at timestamptz(3),
  parent_hash bytea
);
create index refresh_tokens_by_session on refresh_tokens (session_id);

create table access_tokens (                                                -- room: auth
  hash bytea primary key,
  session_id uuid not null references sessions on delete cascade,
  expires_at timestamptz(3) not null
);
create index access_tokens_by_session on access_tokens (session_id);
create index access_tokens_by_expiry on access_tokens (expires_at);

-- Counters of what is rationed, shared by every instance.
create table rate_limits (                                                  -- lib/limit
  key text primary key,
  points int not null,
  resets_at timestamptz(3) not null
);
create index rate_limits_by_reset on rate_limits (resets_at);

-- Links that let somebody act once: invitations, resets, undoing an address change. A GET never acts.
create table action_links (                                                 -- room: auth
  token_hash bytea primary key,
  purpose text not null check (purpose in ('invite', 'reset_password', 'undo_email', 'setup')),
  user_id uuid references users,
  subject jsonb not null default '{}',
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index action_links_by_user on action_links (user_id);

-- ---------------------------------------------------------------- the desk (tickets, comments, uploads)

create table statuses (                                                     -- room: tickets
  code text primary key,
  label text not null,
  category text not null check (category in ('open', 'waiting_for_client', 'waiting_for_third_party', 'closed')),
  position int not null
);
insert into statuses values
  ('open', 'Open', 'open', 1),
  ('in_progress', 'In Progress', 'open', 2),
  ('on_hold', 'On Hold', 'waiting_for_third_party', 3),
  ('pending', 'Pending', 'waiting_for_client', 4),
  ('closed', 'Closed', 'closed', 5);

create sequence ticket_numbers_seq start 1001;

create table tickets (                                                      -- room: tickets
  id uuid primary key default gen_random_uuid(),
  number bigint not null unique,
  uid text not null unique,
  subject text not null,
  issue text not null,
  status text not null references statuses,
  priority text not null check (priority in ('low', 'normal', 'high', 'urgent')),
  assignee_id uuid references users,
  -- The requester; `client_id` on the wire. Apart from who typed it in.
  client_id uuid references users,
  company_id uuid references companies,
  group_id uuid references groups,
  created_by uuid not null references principals,
  source text not null default 'web',
  confidential boolean not null default false,
  merged_into_id uuid references tickets,
  version int not null default 1,
  created timestamptz(3) not null,
  updated timestamptz(3) not null,
  first_response timestamptz(3),
  closed timestamptz(3),
  closed_by uuid references principals,
  reopened_count int not null default 0,
  deleted_at timestamptz(3),
  deleted_by uuid references principals
);
-- Every list ends in (updated desc, id desc), so that a page is one short walk of one index.
create index tickets_all on tickets (updated desc, id desc) where deleted_at is null;
create index tickets_by_status on tickets (status, updated desc, id desc) where deleted_at is null;
create index tickets_by_priority on tickets (priority, updated desc, id desc) where deleted_at is null;
create index tickets_by_status_priority on tickets (status, priority, updated desc, id desc) where deleted_at is null;
create index tickets_by_company on tickets (company_id, updated desc, id desc) where deleted_at is null;
create index tickets_by_company_status on tickets (company_id, status, updated desc, id desc) where deleted_at is null;
create index tickets_by_assignee on tickets (assignee_id, updated desc, id desc) where deleted_at is null;
create index tickets_by_client on tickets (client_id, updated desc, id desc) where deleted_at is null;
create index tickets_by_group on tickets (group_id, updated desc, id desc) where deleted_at is null;
create index tickets_by_created on tickets (created desc, id desc) where deleted_at is null;
create index tickets_in_trash on tickets (deleted_at desc) where deleted_at is not null;

-- Every number a ticket was ever known by; a uid is looked up here, so merging and importing never break a link.
create table ticket_numbers (                                               -- room: tickets
  number bigint primary key,
  ticket_id uuid not null references tickets,
  kind text not null default 'own' check (kind in ('own', 'merged', 'imported'))
);
create index ticket_numbers_by_ticket on ticket_numbers (ticket_id);

create table participants (                                                 -- room: tickets
  ticket_id uuid not null references tickets,
  user_id uuid not null references users,
  role text not null default 'watcher' check (role in ('requester', 'cc', 'approver', 'watcher')),
  can_reply boolean not null default true,
  added_at timestamptz(3) not null,
  added_by uuid not null references principals,
  primary key (ticket_id, user_id)
);
create index participants_by_user on participants (user_id, ticket_id);

create table ticket_reads (                                                 -- room: tickets
  user_id uuid not null references users,
  ticket_id uuid not null references tickets,
  read_at timestamptz(3) not null,
  primary key (user_id, ticket_id)
);

create table comments (                                                     -- room: comments
  id uuid primary key default gen_random_uuid(),
  -- Order of arrival: clocks may step back, this does not.
  position bigint generated always as identity,
  ticket_id uuid not null references tickets,
  origin_ticket_id uuid not null references tickets,
  author_id uuid not null references principals,
  visibility text not null check (visibility in ('public', 'internal')),
  comment text not null,
  source text not null default 'web',
  version int not null default 1,
  created_at timestamptz(3) not null,
  edited_at timestamptz(3),
  deleted_at timestamptz(3),
  deleted_by uuid references principals
);
create index comments_by_ticket on comments (ticket_id, position);

create table comment_versions (                                             -- room: comments
  comment_id uuid not null references comments,
  version int not null,
  comment text not null,
  written_by uuid not null references principals,
  written_at timestamptz(3) not null,
  primary key (comment_id, version)
);

-- The only thing that portal, mail, export and live events may read of a conversation.
create view public_comments as
  select * from comments where visibility = 'public' and deleted_at is null;

-- Words of a ticket for searching: what everybody who sees it may find it by, and what staff may.
create table ticket_words (                                                 -- room: tickets
  ticket_id uuid primary key references tickets,
  public_words tsvector not null,
  staff_words tsvector not null
);
create index ticket_words_public on ticket_words using gin (public_words);
create index ticket_words_staff on ticket_words using gin (staff_words);

create table blobs (                                                        -- room: uploads
  hash bytea primary key,
  bytes bigint not null,
  created_at timestamptz(3) not null default now()
);

create table attachments (                                                  -- room: uploads
  id uuid primary key default gen_random_uuid(),
  blob_hash bytea not null references blobs,
  -- Null while it waits in a draft; then the ticket, and the comment it came with.
  ticket_id uuid references tickets,
  comment_id uuid references comments,
  name text not null,
  media_type text not null,
  width int,
  height int,
  uploaded_by uuid not null references principals,
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3)
);
create index attachments_by_ticket on attachments (ticket_id) where ticket_id is not null;
create index attachments_in_drafts on attachments (created_at) where ticket_id is null;

-- ---------------------------------------------------------------- figures, kept by triggers (room: dashboard reads them)

create table ticket_counts (
  company_id uuid not null,           -- nil UUID: without a company
  status text not null,
  priority text not null,
  assigned boolean not null,
  n bigint not null,
  primary key (company_id, status, priority, assigned)
);
-- The desk's totals, spread over 16 slots so that concurrent writers do not wait for one hot row.
create table ticket_totals (
  slot int not null,
  status text not null,
  priority text not null,
  assigned boolean not null,
  n bigint not null,
  primary key (slot, status, priority, assigned)
);
create table ticket_daily (
  day date not null,
  slot int not null,
  created bigint not null,
  closed bigint not null,
  resolved_seconds bigint not null,
  primary key (day, slot)
);

create table settings (                                                     -- room: settings
  key text not null,
  company_id uuid references companies,
  value jsonb not null,
  version int not null default 1,
  updated_at timestamptz(3) not null default now(),
  updated_by uuid not null references principals default '00000000-0000-4000-8000-000000000001'
);
create unique index settings_key on settings (key, coalesce(company_id, '00000000-0000-0000-0000-000000000000'));

-- The organisation's day of a moment; changing the zone asks for a recount (npm run reconcile).
create function organisation_day(moment timestamptz) returns date language sql stable as $$
  select (moment at time zone coalesce(
    (select value #>> '{}' from settings where key = 'time_zone' and company_id is null), 'UTC'))::date
$$;

-- Adds deltas in one fixed key order, whatever the statement did, so that bulk changes cannot deadlock.
create function count_tickets(changed ticket_counts[], daily ticket_daily[]) returns void language plpgsql as $$
declare my_slot int := pg_backend_pid() % 16;
begin
  insert into ticket_counts as c
    select company_id, status, priority, assigned, sum(n) from unnest(changed)
    group by 1, 2, 3, 4 having sum(n) <> 0 order by 1, 2, 3, 4
    on conflict (company_id, status, priority, assigned) do update set n = c.n + excluded.n;
  insert into ticket_totals as t
    select my_slot, status, priority, assigned, sum(n) from unnest(changed)
    group by 2, 3, 4 having sum(n) <> 0 order by 2, 3, 4
    on conflict (slot, status, priority, assigned) do update set n = t.n + excluded.n;
  insert into ticket_daily as d
    select day, my_slot, sum(created), sum(closed), sum(resolved_seconds) from unnest(daily)
    group by 1 having sum(created) <> 0 or sum(closed) <> 0 or sum(resolved_seconds) <> 0 order by 1
    on conflict (day, slot) do update set created = d.created + excluded.created,
      closed = d.closed + excluded.closed, resolved_seconds = d.resolved_seconds + excluded.resolved_seconds;
end $$;

create function tickets_inserted() returns trigger language plpgsql as $$
begin
  perform count_tickets(
    (select array_agg(row(coalesce(company_id, '00000000-0000-0000-0000-000000000000'), status, priority, assignee_id is not null, 1)::ticket_counts)
       from fresh where deleted_at is null),
    (select array_agg(day) from (
       select row(organisation_day(created), 0, 1, 0, 0)::ticket_daily as day from fresh where deleted_at is null
       union all
       select row(organisation_day(closed), 0, 0, 1, extract(epoch from closed - created)::bigint)::ticket_daily
         from fresh where deleted_at is null and closed is not null) as days));
  return null;
end $$;
create trigger tickets_inserted after insert on tickets referencing new table as fresh
  for each statement execute function tickets_inserted();

create function tickets_updated() returns trigger language plpgsql as $$
begin
  perform count_tickets(
    (select array_agg(delta) from (
       select row(coalesce(company_id, '00000000-0000-0000-0000-000000000000'), status, priority, assignee_id is not null, -1)::ticket_counts as delta
         from stale where deleted_at is null
       union all
       select row(coalesce(company_id, '00000000-0000-0000-0000-000000000000'), status, priority, assignee_id is not null, 1)::ticket_counts
         from fresh where deleted_at is null) as deltas),
    (select array_agg(day) from (
       select row(organisation_day(created), 0, -1, 0, 0)::ticket_daily as day from stale where deleted_at is null
       union all
       select row(organisation_day(closed), 0, 0, -1, -extract(epoch from closed - created)::bigint)::ticket_daily
         from stale where deleted_at is null and closed is not null
       union all
       select row(organisation_day(created), 0, 1, 0, 0)::ticket_daily from fresh where deleted_at is null
       union all
       select row(organisation_day(closed), 0, 0, 1, extract(epoch from closed - created)::bigint)::ticket_daily
         from fresh where deleted_at is null and closed is not null) as days));
  return null;
end $$;
create trigger tickets_updated after update on tickets referencing old table as stale new table as fresh
  for each statement execute function tickets_updated();

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% cannot be changed: rows are only ever added', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger tickets_kept before delete on tickets for each statement execute function refuse_change();

-- ---------------------------------------------------------------- history and outgoing work (lib/history, lib/jobs, lib/mail)

-- One row per fact: timeline, audit and live stream read it. Written in the transaction of the change itself.
create table history (
  seq bigint generated always as identity primary key,
  id uuid not null unique,
  entity text not null,
  entity_id uuid not null,
  kind text not null,
  occurred_at timestamptz(3) not null,
  recorded_at timestamptz(3) not null default now(),
  principal_id uuid not null references principals,
  on_behalf_of uuid references principals,
  via text not null default 'web',
  ip text,
  request_id text,
  cause_id uuid,
  -- One action of a person, however many rows it wrote: what one undo takes back.
  group_id uuid,
  audience text not null check (audience in ('public', 'internal', 'administrators')),
  company_id uuid,
  before jsonb,
  after jsonb,
  reason text,
  schema_version int not null default 1,
  previous_hash bytea,
  hash bytea not null
);
create index history_by_entity on history (entity, entity_id, seq);
create index history_by_principal on history (principal_id, seq);
create index history_by_group on history (group_id) where group_id is not null;

create function chain_history() returns trigger language plpgsql as $$
begin
  -- An import writes each entity once and many of them: it needs no lock, and must not exhaust the lock table.
  if new.via <> 'import' then
    perform pg_advisory_xact_lock(hashtextextended(new.entity_id::text, 0));
  end if;
  select h.hash into new.previous_hash from history h
    where h.entity = new.entity and h.entity_id = new.entity_id order by h.seq desc limit 1;
  new.hash := sha256(coalesce(new.previous_hash, '') || convert_to(concat_ws('|', new.id, new.entity, new.entity_id,
    new.kind, new.principal_id, new.audience, new.before, new.after, new.reason,
    extract(epoch from new.occurred_at)), 'UTF8'));
  return new;
end $$;
create trigger history_chain before insert on history for each row execute function chain_history();
create trigger history_kept before update or delete on history for each statement execute function refuse_change();

-- Tells every instance that something happened; ids only, browsers fetch what they may see.
create function announce_history() returns trigger language plpgsql as $$
begin
  perform pg_notify('waypost', new.seq::text || ' ' || new.entity || ' ' || new.entity_id::text);
  return null;
end $$;
create trigger history_announced after insert on history for each row
  when (new.via <> 'import') execute function announce_history();

create table mails (                                                        -- lib/mail
  id uuid primary key default gen_random_uuid(),
  direction text not null default 'out' check (direction in ('out', 'in')),
  message_id text not null unique,
  in_reply_to text,
  "references" text,
  "to" text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  ticket_id uuid references tickets,
  user_id uuid references users,
  dedupe_key text unique,
  state text not null default 'queued' check (state in ('queued', 'sent', 'captured', 'failed')),
  attempts int not null default 0,
  last_error text,
  next_attempt_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  sent_at timestamptz(3),
  raw bytea
);
create index mails_waiting on mails (next_attempt_at) where state = 'queued';
create index mails_by_time on mails (created_at desc);

-- One answer per key and person: a repeated POST gets the first one's answer.
create table idempotency_keys (                                             -- lib/idempotency
  principal_id uuid not null references principals,
  key text not null,
  fingerprint bytea not null,
  status int,
  body jsonb,
  created_at timestamptz(3) not null default now(),
  primary key (principal_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

create table external_references (                                          -- importers
  system text not null,
  kind text not null,
  external_id text not null,
  entity_id uuid not null,
  imported_at timestamptz(3) not null default now(),
  primary key (system, kind, external_id)
);

-- ---------------------------------------------------------------- what every desk starts with

with provider as (
  insert into companies (name, description, is_internal) values ('Waypost', 'The provider itself', true) returning id
)
insert into groups (name, company_id) select 'Support', id from provider;
