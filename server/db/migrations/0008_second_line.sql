-- The second line of defence: whoever comes from outside works as `waypost_guest`, a role to which these tables show
-- only what the visibility rules of server/tickets/scope.ts allow. A forgotten condition in a query then shows nothing.
-- Staff's queries run as the owner, whom these policies do not concern.
do $$
begin
  create role waypost_guest nologin;
exception
  -- Roles belong to the whole server: another database, or another instance at this moment, may have made it.
  when duplicate_object or unique_violation then null;
  when insufficient_privilege then
    raise notice 'the second line of defence is off: let an administrator of the server run: create role waypost_guest; grant waypost_guest to %', current_user;
end $$;

-- Who is asking, set for one transaction by server/lib/guest.ts.
create function guest_id() returns uuid language sql stable parallel safe as
  $$ select nullif(current_setting('waypost.guest', true), '')::uuid $$;
create function guest_company() returns uuid language sql stable parallel safe as
  $$ select nullif(current_setting('waypost.company', true), '')::uuid $$;
create function guest_is_admin() returns boolean language sql stable parallel safe as
  $$ select current_setting('waypost.is_admin', true) = 'true' $$;
create function guest_shares() returns boolean language sql stable parallel safe security definer set search_path = public as
  $$ select exists (select from companies where id = guest_company() and sharing = 'company') $$;

-- What triggers keep is the desk's, whoever set them off.
alter function chain_history() security definer set search_path = public;

-- A view would else look with its owner's eyes.
alter view public_comments set (security_invoker = true);

do $$
begin
  if not exists (select from pg_roles where rolname = 'waypost_guest') then return; end if;
  if not pg_has_role(current_user, 'waypost_guest', 'member') then
    execute format('grant waypost_guest to %I', current_user);
  end if;
  grant usage on schema public to waypost_guest;
  grant select, insert, update, delete on all tables in schema public to waypost_guest;
  grant usage on all sequences in schema public to waypost_guest;
  alter default privileges in schema public grant select, insert, update, delete on tables to waypost_guest;
  alter default privileges in schema public grant usage on sequences to waypost_guest;

  alter table tickets enable row level security;
  create policy guest on tickets to waypost_guest
    using (
      client_id = (select guest_id())
      or id in (select ticket_id from participants where user_id = (select guest_id()))
      or (company_id = (select guest_company()) and not confidential and ((select guest_is_admin()) or (select guest_shares())))
    )
    with check (client_id = (select guest_id()) or company_id = (select guest_company())
      or id in (select ticket_id from participants where user_id = (select guest_id())));

  alter table comments enable row level security;
  create policy guest on comments to waypost_guest
    using (visibility = 'public' and exists (select from tickets t where t.id = ticket_id))
    with check (visibility = 'public');

  alter table comment_versions enable row level security;
  create policy guest on comment_versions to waypost_guest
    using (exists (select from comments c where c.id = comment_id));

  alter table attachments enable row level security;
  create policy guest on attachments to waypost_guest
    using (
      (ticket_id is null and uploaded_by = (select guest_id()))
      or (comment_id is null and exists (select from tickets t where t.id = ticket_id))
      or exists (select from comments c where c.id = comment_id)
    );

  -- Names of staff and of whoever takes part in a ticket one sees; else the people of one's company.
  alter table users enable row level security;
  create policy guest on users to waypost_guest
    using (
      id = (select guest_id())
      or user_type = 'internal'
      or company_id = (select guest_company())
      or exists (select from participants p join tickets t on t.id = p.ticket_id where p.user_id = users.id)
      or exists (select from tickets t where t.client_id = users.id)
      or exists (select from comments c where c.author_id = users.id)
    )
    with check (id = (select guest_id()) or (user_type = 'external' and company_id = (select guest_company())));

  alter table history enable row level security;
  create policy guest on history to waypost_guest
    using (
      (audience = 'public' and entity = 'ticket' and exists (select from tickets t where t.id = entity_id))
      or (audience = 'public' and entity = 'comment' and exists (select from comments c where c.id = entity_id))
      or (entity = 'user' and exists (select from users u where u.id = entity_id and u.user_type = 'external'))
      or (entity = 'company' and audience = 'public' and entity_id = (select guest_company()))
    )
    with check (principal_id = (select guest_id()));

  alter table ticket_words enable row level security;
  create policy guest on ticket_words to waypost_guest
    using (exists (select from tickets t where t.id = ticket_id));
end $$;
