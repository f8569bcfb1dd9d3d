-- Saved replies: texts and effects that the staff use again, and how often. The external users' role has no grant on anything
-- here, nor on the column that says which reply an answer came from.

create table saved_replies (                                                -- replies
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 80),
  audience text not null check (audience in ('me', 'team', 'everyone')),
  group_id uuid references groups,
  owner_id uuid not null references principals,
  visibility text not null default 'any' check (visibility in ('public', 'internal', 'any')),
  -- What is set with it, as on the wire (contract/macros/effects.ts).
  effects jsonb not null default '{}',
  -- What an import calls it, so that the next one changes it instead of adding another.
  import_key text unique,
  version int not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  check ((audience = 'team') = (group_id is not null))
);
create index saved_replies_by_owner on saved_replies (owner_id);
create index saved_replies_by_group on saved_replies (group_id) where group_id is not null;

create table saved_reply_texts (                                            -- replies
  reply_id uuid not null references saved_replies on delete cascade,
  language text not null check (language in ('en', 'de')),
  -- The first one is for clients whose language there is none in.
  position int not null,
  body text not null check (char_length(body) between 1 and 20000),
  primary key (reply_id, language)
);

create table saved_reply_uses (                                             -- macros
  reply_id uuid not null references saved_replies on delete cascade,
  user_id uuid not null references users,
  day date not null,
  uses int not null,
  primary key (reply_id, user_id, day)
);
create index saved_reply_uses_by_day on saved_reply_uses (day);

alter table comments add column saved_reply_id uuid references saved_replies on delete set null;
create index comments_by_saved_reply on comments (saved_reply_id) where saved_reply_id is not null;

-- The demo has saved replies, which go with the rest of it.
alter table samples drop constraint samples_kind_check;
alter table samples add constraint samples_kind_check
  check (kind in ('user', 'company', 'group', 'ticket', 'mailbox', 'incoming', 'tag', 'view', 'reply'));

-- Of a comment the external users' role reads every column but the reply that it came from.
alter function grant_guest_rights() rename to grant_guest_rights_before_replies;
create function grant_guest_rights() returns void language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from pg_roles where rolname = 'waypost_guest') then return; end if;
  perform grant_guest_rights_before_replies();
  if not has_table_privilege('waypost_guest', 'comments', 'select') then return; end if;
  revoke select on comments from waypost_guest;
  grant select (id, position, ticket_id, origin_ticket_id, author_id, visibility, comment, source, version, created_at,
    edited_at, deleted_at, deleted_by, from_address) on comments to waypost_guest;
end $$;
revoke all on function grant_guest_rights() from public;
revoke all on function grant_guest_rights_before_replies() from public;

alter function grant_app_rights() rename to grant_app_rights_before_replies;
create function grant_app_rights() returns void language plpgsql set search_path = public, pg_temp as $$
begin
  perform grant_app_rights_before_replies();
  if not exists (select from pg_roles where rolname = 'waypost_app') then return; end if;
  revoke execute on function grant_app_rights_before_replies(), grant_guest_rights_before_replies() from waypost_app;
end $$;
revoke all on function grant_app_rights() from public;
revoke all on function grant_app_rights_before_replies() from public;

select grant_guest_rights();
select grant_app_rights();
