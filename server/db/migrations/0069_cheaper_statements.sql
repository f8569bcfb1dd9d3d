-- What many requests run, at less work each.

-- How many tickets of an incident are not closed. A function for the lists: their statement need not hold the plan of what
-- nearly no row asks. External users' role has no right to it, as to links.
create function open_reporters(asked uuid) returns int
  language sql stable set search_path = public, pg_temp as $$
  select count(*)::int from incident_children(asked) child, lateral (select status, deleted_at from tickets where id = child.id offset 0) t
  where t.deleted_at is null and t.status not in (select code from statuses where category = 'closed')
$$;
revoke all on function open_reporters(uuid) from public;

-- The links from reporters alone, by their incident.
create index ticket_links_reporters on ticket_links (to_ticket_id) where kind = 'child';

-- Spends as migration 18 says. Nearly every request that writes spends of one bucket and finds room in it: one statement
-- does that, which waits for the row and looks again where somebody else spends at the same time. Whatever else is asked, and
-- a bucket without room or without a row yet, goes the long way.
alter function spend_allowances(jsonb, uuid, timestamptz) rename to spend_any_allowances;
create function spend_allowances(wanted jsonb, person uuid, moment timestamptz)
returns jsonb language plpgsql volatile as $$
declare
  bucket constant jsonb := wanted -> 0;
  cost constant double precision := bucket ->> 'cost';
  burst constant double precision := bucket ->> 'burst';
  allowed double precision;
begin
  if burst is not null and jsonb_array_length(wanted) = 1 then
    allowed := coalesce((select value #>> '{}' from settings where key = bucket ->> 'setting' and company_id is null),
      bucket ->> 'allowed');
    update allowances a
      set used = array[greatest(0, a.used[1] - allowed * greatest(0, extract(epoch from moment - a.at)::float8)) + cost],
        at = greatest(a.at, moment)
      where a.key = (bucket ->> 'name') || ':' || coalesce(bucket ->> 'holder', person::text)
        and greatest(0, a.used[1] - allowed * greatest(0, extract(epoch from moment - a.at)::float8)) + cost <= allowed * burst;
    if found then return null; end if;
  end if;
  return spend_any_allowances(wanted, person, moment);
end
$$;

select grant_guest_rights();
select grant_app_rights();
