-- A client admin's totals come from the counters of the company (decision 10), whatever its size. Those hold confidential
-- tickets too, which the admin may not see: how many of each kind, beside those that the admin raised or follows.
create function guest_hidden_counts() returns table (status text, priority text, assigned boolean, n bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select t.status, t.priority, t.assignee_id is not null, count(*)
  from tickets t
  where t.company_id = (select guest_company()) and t.confidential and t.deleted_at is null
    and t.client_id is distinct from (select guest_id())
    and t.id not in (select p.ticket_id from participants p where p.user_id = (select guest_id()))
  group by 1, 2, 3
$$;
revoke all on function guest_hidden_counts() from public;

-- As migration 27 has it, with the function above.
create or replace function grant_guest_rights() returns void language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from pg_roles where rolname = 'waypost_guest') then return; end if;
  perform grant_first_guest_rights();
  if not has_function_privilege('waypost_guest', 'guest_hidden_counts()', 'execute') then
    grant execute on function guest_hidden_counts() to waypost_guest;
  end if;
  if has_function_privilege('waypost_guest', 'guest_meets(uuid)', 'execute') then return; end if;
  grant execute on function guest_meets(uuid), guest_meets_company(uuid) to waypost_guest;
  alter policy guest_reads on users using (
    id = (select guest_id()) or user_type = 'internal' or company_id = (select guest_company()) or guest_meets(id));
  alter policy guest_reads on companies using (
    id = (select guest_company()) or is_internal or guest_meets_company(id));
end $$;
