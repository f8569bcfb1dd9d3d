-- Mail that comes in: the addresses of the desk, every mail as it arrived, and what became of it.

-- ---------------------------------------------------------------- addresses of the desk

create table mailboxes (                                                    -- mailboxes
  id uuid primary key references principals,
  -- Lower case, without a plus-address.
  address text not null,
  name text not null,
  kind text not null check (kind in ('imap', 'microsoft', 'gmail', 'listen')),
  host text,
  port int,
  tls text not null default 'implicit' check (tls in ('implicit', 'starttls', 'none')),
  username text,
  -- Who the desk is to Microsoft or Google; the secret that belongs to it is in `mailbox_secrets`.
  oauth_tenant text,
  oauth_client text,
  folder text not null default 'INBOX',
  after_storing text not null default 'mark_read' check (after_storing in ('mark_read', 'move', 'delete')),
  move_to text,
  spam_folder boolean not null default false,
  -- Days before the first connection that are read as well; 0: from now on.
  first_days int not null default 0 check (first_days between 0 and 90),
  group_id uuid references groups,
  -- Mail of people of other companies is held.
  company_id uuid references companies,
  signature text not null default '',
  authserv_id text,
  trust_tenant boolean not null default false,
  plus_addressing boolean not null default true,
  confirms boolean not null default true,
  is_default boolean not null default false,
  active boolean not null default true,
  -- Its own server for what it sends; null: that of the desk.
  smtp_host text,
  smtp_port int,
  smtp_tls text check (smtp_tls in ('implicit', 'starttls', 'none')),
  smtp_username text,
  state text not null default 'connecting'
    check (state in ('ok', 'connecting', 'unreachable', 'sign_in_refused', 'paused')),
  state_since timestamptz(3) not null,
  last_error text,
  last_mail_at timestamptz(3),
  -- Administrators have been told that it is away, once each time.
  told_away_at timestamptz(3),
  version int not null default 1,
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  check (kind <> 'listen' or host is null),
  check (after_storing <> 'move' or move_to is not null)
);
create unique index mailboxes_address on mailboxes (address) where deleted_at is null;
create unique index mailboxes_default on mailboxes (is_default) where is_default and deleted_at is null;

-- Sealed with a key that is in no backup.
create table mailbox_secrets (                                              -- mailboxes
  mailbox_id uuid not null references mailboxes,
  kind text not null check (kind in ('password', 'client_secret', 'refresh_token', 'smtp', 'hook', 'hook_before')),
  value bytea not null,
  changed_at timestamptz(3) not null,
  primary key (mailbox_id, kind)
);

-- How far a folder has been read; moved in the transaction that stores its mails.
create table mailbox_positions (                                            -- incoming
  mailbox_id uuid not null references mailboxes,
  folder text not null,
  uidvalidity bigint not null,
  last_uid bigint not null,
  primary key (mailbox_id, folder)
);

-- ---------------------------------------------------------------- mails that arrived

create table incoming_mails (                                               -- incoming
  id uuid primary key,
  position bigint not null unique generated always as identity,
  -- What makes two deliveries the same mail: a hash over Message-ID, From, Subject and body.
  identity bytea not null unique,
  raw_hash bytea references blobs,
  bytes bigint not null,
  message_id text,
  in_reply_to text,
  "references" text[] not null default '{}',
  from_address text,
  from_name text,
  subject text not null default '',
  kind text not null default 'message' check (kind in ('message', 'automatic', 'bounce')),
  state text not null default 'stored' check (state in ('stored', 'done', 'held', 'spam', 'ignored', 'failed')),
  -- Why it is held, ignored, spam or failed: an id of contract/incoming/states.ts, with what its sentence names.
  reason text,
  detail jsonb,
  proof text check (proof in ('strong', 'none', 'failed')),
  proof_detail jsonb,
  mailbox_id uuid references mailboxes,
  -- The sender, where it is somebody known.
  user_id uuid references users,
  suggested_company_id uuid references companies,
  ticket_id uuid references tickets,
  comment_id uuid unique references comments,
  opened_ticket boolean not null default false,
  matched_by text check (matched_by in ('address', 'reference', 'number')),
  -- To and Cc, and which of them is on no ticket.
  recipients jsonb,
  words text,
  quoted text,
  -- The version of the reader that made `words` and `quoted`.
  parser int,
  attempts int not null default 0,
  received_at timestamptz(3) not null,
  decided_at timestamptz(3),
  decided_by uuid references principals
);
create index incoming_mails_by_state on incoming_mails (state, position desc);
create index incoming_mails_by_message_id on incoming_mails (message_id) where message_id is not null;
create index incoming_mails_by_ticket on incoming_mails (ticket_id, position) where ticket_id is not null;
create index incoming_mails_by_sender on incoming_mails (from_address, received_at);
create index incoming_mails_by_user on incoming_mails (user_id) where user_id is not null;
create index incoming_mails_by_raw on incoming_mails (raw_hash) where raw_hash is not null;
create index incoming_mails_waiting on incoming_mails (position) where state = 'stored';

create table incoming_deliveries (                                          -- incoming
  id uuid primary key default gen_random_uuid(),
  incoming_id uuid not null references incoming_mails on delete cascade,
  door text not null check (door in ('imap', 'listener', 'hook', 'shell')),
  mailbox_id uuid references mailboxes,
  folder text,
  uidvalidity bigint,
  uid bigint,
  envelope_from text,
  envelope_to text[] not null default '{}',
  -- The network address and the greeting of the server that handed it in, which SPF asks for.
  client_ip inet,
  client_name text,
  at timestamptz(3) not null,
  unique (mailbox_id, folder, uidvalidity, uid)
);
create index incoming_deliveries_by_mail on incoming_deliveries (incoming_id);

create table sender_blocks (                                                -- incoming
  id uuid primary key default gen_random_uuid(),
  -- An address, or a domain without an @.
  sender text not null unique,
  blocked_by uuid not null references principals,
  blocked_at timestamptz(3) not null
);

-- Further addresses of a person: mail from them is theirs.
create table user_addresses (                                               -- users
  address text primary key,
  user_id uuid not null references users,
  added_by uuid not null references principals,
  added_at timestamptz(3) not null,
  -- When a mail with strong proof came from it.
  verified_at timestamptz(3)
);
create index user_addresses_by_user on user_addresses (user_id);

-- An address is one person's, be it the account's or a further one; told like the unique index it stands beside.
create function keep_address_unique() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  taken boolean;
begin
  if tg_table_name = 'users' then
    if new.email is null or (tg_op = 'UPDATE' and lower(new.email) = lower(old.email)) then return new; end if;
    perform pg_advisory_xact_lock(hashtextextended(lower(new.email), 7));
    taken := exists (select from user_addresses where address = lower(new.email) and user_id <> new.id);
  else
    perform pg_advisory_xact_lock(hashtextextended(new.address, 7));
    taken := exists (select from users where lower(email) = new.address and id <> new.user_id);
  end if;
  if taken then raise exception 'address is taken' using errcode = 'unique_violation'; end if;
  return new;
end $$;
create trigger users_address_unique before insert or update of email on users
  for each row execute function keep_address_unique();
create trigger user_addresses_unique before insert or update of address on user_addresses
  for each row execute function keep_address_unique();

-- Which company writes from which domain. It suggests, and decides only where `auto_contact` says so.
create table company_domains (                                              -- companies
  domain text primary key,
  company_id uuid not null references companies,
  added_by uuid not null references principals,
  added_at timestamptz(3) not null,
  -- When a known person of the company wrote from it with strong proof.
  verified_at timestamptz(3),
  auto_contact boolean not null default false
);
create index company_domains_by_company on company_domains (company_id);

-- Addresses that mail does not reach; nothing is sent there until somebody tries again.
create table bounced_addresses (                                            -- mail
  address text primary key,
  since timestamptz(3) not null,
  reason text not null,
  mail_id uuid references mails on delete set null
);

-- ---------------------------------------------------------------- what was there before

alter table mails drop constraint mails_state_check;
alter table mails add constraint mails_state_check
  check (state in ('queued', 'sent', 'captured', 'failed', 'bounced', 'skipped'));
alter table mails add column mailbox_id uuid references mailboxes;
alter table mails add column from_name text;
-- What the mail is to whoever sends automatic answers: a person's letter, an answer of a machine, or a notice.
alter table mails add column auto_submitted text not null default 'auto-generated'
  check (auto_submitted in ('no', 'auto-replied', 'auto-generated'));
-- Ids of the attachments that travel with it.
alter table mails add column attachment_ids uuid[] not null default '{}';
alter table mails add column comment_id uuid;

alter table tickets add column mailbox_id uuid references mailboxes;
-- Pictures that stand within the words of a mail.
alter table attachments add column content_id text;

-- ---------------------------------------------------------------- external users

-- Of mails that came in they read their own alone, where they see the ticket; of a colleague they may bring onto a ticket
-- of their own company that is not confidential.
create function guest_may_bring(asked_ticket uuid, asked_user uuid) returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare me asker := asker();
begin
  return guest_sees_ticket(asked_ticket) and exists (
    select from tickets t
    join users u on u.id = asked_user and u.user_type = 'external' and u.deleted_at is null
      and u.company_id = t.company_id
    where t.id = asked_ticket and t.deleted_at is null and not t.confidential and t.company_id = me.company_id);
end $$;

alter function grant_guest_rights() rename to grant_guest_rights_before_mail;
create function grant_guest_rights() returns void language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from pg_roles where rolname = 'waypost_guest') then return; end if;
  perform grant_guest_rights_before_mail();
  if has_function_privilege('waypost_guest', 'guest_may_bring(uuid, uuid)', 'execute') then return; end if;
  grant execute on function guest_may_bring(uuid, uuid) to waypost_guest;
  alter policy guest_reads on principals
    using (kind in ('system', 'import', 'rule', 'mailbox') or exists (select from users u where u.id = principals.id));
  grant insert (ticket_id, user_id, added_at, added_by) on participants to waypost_guest;
  create policy guest_adds on participants for insert to waypost_guest
    with check (added_by = (select guest_id()) and guest_may_bring(ticket_id, user_id));
  alter table incoming_mails enable row level security;
  grant select (id, position, raw_hash, bytes, message_id, from_address, from_name, subject, kind, state, user_id,
    ticket_id, comment_id, recipients, quoted, received_at) on incoming_mails to waypost_guest;
  create policy guest_reads on incoming_mails for select to waypost_guest
    using (user_id = (select guest_id()) and state = 'done' and guest_sees_ticket(ticket_id));
end $$;
revoke all on function grant_guest_rights() from public;
revoke all on function grant_guest_rights_before_mail() from public;

alter function grant_app_rights() rename to grant_app_rights_before_mail;
create function grant_app_rights() returns void language plpgsql set search_path = public, pg_temp as $$
begin
  perform grant_app_rights_before_mail();
  if not exists (select from pg_roles where rolname = 'waypost_app') then return; end if;
  revoke execute on function grant_app_rights_before_mail(), grant_guest_rights_before_mail() from waypost_app;
end $$;
revoke all on function grant_app_rights() from public;
revoke all on function grant_app_rights_before_mail() from public;

select grant_guest_rights();
select grant_app_rights();
