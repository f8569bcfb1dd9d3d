-- The second factor of signing in (docs/decisions/0012-second-factor.md): an app that tells a code for every 30 seconds
-- (RFC 6238), and ten codes for the day that the phone is lost.
create table second_factors (                                               -- room: auth
  user_id uuid primary key references users,
  -- 160 random bits that the app shares; null until a code has shown that it does.
  secret bytea,
  since timestamptz(3),
  -- The newest step of 30 seconds whose code was taken: neither it nor an older one is taken again (RFC 6238, 5.2).
  last_step bigint not null default 0,
  -- What is being set up; the factor in use stays until a code has shown that the new app knows it.
  pending_secret bytea,
  pending_at timestamptz(3),
  check ((secret is null) = (since is null)),
  check ((pending_secret is null) = (pending_at is null))
);

create table recovery_codes (                                               -- room: auth
  user_id uuid not null references users,
  -- argon2id in PHC form. The codes of a set share their salt, so that one derivation tells whether a code is among them.
  hash text not null,
  created_at timestamptz(3) not null,
  used_at timestamptz(3),
  primary key (user_id, hash)
);

-- Both have tables of their own now.
alter table credentials drop constraint credentials_kind_check;
alter table credentials add constraint credentials_kind_check check (kind in ('password', 'passkey'));

-- The second line (migration 0008): an outsider's queries see and change nobody's factor but their own.
do $$
begin
  if not exists (select from pg_roles where rolname = 'waypost_guest') then return; end if;
  grant select, insert, update, delete on second_factors, recovery_codes to waypost_guest;
  alter table second_factors enable row level security;
  create policy guest on second_factors to waypost_guest
    using (user_id = (select guest_id())) with check (user_id = (select guest_id()));
  alter table recovery_codes enable row level security;
  create policy guest on recovery_codes to waypost_guest
    using (user_id = (select guest_id())) with check (user_id = (select guest_id()));
end $$;
