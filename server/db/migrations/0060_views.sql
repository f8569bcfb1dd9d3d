-- Saved views: the staff's own lists of tickets. The external users' role has no grant on anything here.

create table views (                                                        -- views
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 80),
  audience text not null check (audience in ('me', 'team', 'everyone')),
  group_id uuid references groups,
  owner_id uuid not null references principals,
  -- The list's own filters, by their names (contract/views.ts).
  query jsonb not null,
  sort text,
  sort_order text check (sort_order in ('asc', 'desc')),
  columns text[],
  version int not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  check ((audience = 'team') = (group_id is not null))
);
create index views_by_owner on views (owner_id);
create index views_by_group on views (group_id) where group_id is not null;

-- What somebody has pinned, and taken off where it is pinned for all at first: that row has no position.
create table view_pins (                                                    -- views
  user_id uuid not null references users,
  -- The id of a view, or the key of a built-in one (contract/built-in-views.ts).
  view_key text not null,
  position int,
  is_default boolean not null default false,
  primary key (user_id, view_key)
);
create unique index view_pins_default on view_pins (user_id) where is_default;
create index view_pins_by_view on view_pins (view_key);

-- Open work, which is few tickets among many closed ones, in the order of lists.
create index tickets_active on tickets (updated desc, id desc) where deleted_at is null and status <> 'closed';
create index tickets_active_by_assignee on tickets (assignee_id, updated desc, id desc)
  where deleted_at is null and status <> 'closed';
create index tickets_active_by_group on tickets (group_id, updated desc, id desc)
  where deleted_at is null and status <> 'closed';

-- The demo has views, which go with the rest of it.
alter table samples drop constraint samples_kind_check;
alter table samples add constraint samples_kind_check
  check (kind in ('user', 'company', 'group', 'ticket', 'mailbox', 'incoming', 'tag', 'view'));

select grant_app_rights();
