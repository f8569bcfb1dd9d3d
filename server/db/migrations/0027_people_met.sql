-- What external users' statements cost (docs/decisions/0009-row-level-security.md): whom they meet is one function in
-- the place of three subqueries, which were planned into every statement that names people and hardly ever run.

create index comments_by_author on comments (author_id);

-- With the caller's rights: within it the policies of tickets, participants and comments hold as they do elsewhere.
create function guest_meets(person uuid) returns boolean language plpgsql stable set search_path = public, pg_temp as $$
begin
  return exists (select from tickets t where t.client_id = person)
    or exists (select from comments c where c.author_id = person)
    or exists (select from participants p join tickets t on t.id = p.ticket_id where p.user_id = person);
end $$;

create function guest_meets_company(company uuid) returns boolean
  language plpgsql stable set search_path = public, pg_temp as $$
begin
  return exists (select from tickets t where t.company_id = company);
end $$;

-- A name is looked up in the index: asked for all at once, the planner computed the look of everybody on the staff.
create or replace function staff_look_alikes(names text[]) returns setof text
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  name text;
  look text;
begin
  foreach name in array names loop
    look := name_look(name);
    if look <> '' and exists (
      select from users u where u.user_type = 'internal' and u.deleted_at is null and name_look(u.fullname) = look)
    then return next name; end if;
  end loop;
end $$;

-- As migration 20 has it, then what came after. Every start calls it; each step does nothing where it is done.
alter function grant_guest_rights() rename to grant_first_guest_rights;

create function grant_guest_rights() returns void language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from pg_roles where rolname = 'waypost_guest') then return; end if;
  perform grant_first_guest_rights();
  if has_function_privilege('waypost_guest', 'guest_meets(uuid)', 'execute') then return; end if;
  grant execute on function guest_meets(uuid), guest_meets_company(uuid) to waypost_guest;
  alter policy guest_reads on users using (
    id = (select guest_id()) or user_type = 'internal' or company_id = (select guest_company()) or guest_meets(id));
  alter policy guest_reads on companies using (
    id = (select guest_company()) or is_internal or guest_meets_company(id));
end $$;
