-- What was counted while the clock was ahead drained from then on: not before that time came, if it was years. It drains from now
-- on, with all that was used. Instances agree within seconds on what time it is (server/lib/db/database-clock.ts).
create or replace function spend_any_allowances(wanted jsonb, person uuid, moment timestamptz)
returns jsonb language plpgsql volatile as $$
declare
  each record;
  state double precision[];
  keys text[] := '{}';
  states text[] := '{}';
  wait double precision;
  longest double precision := 0;
  refused jsonb;
begin
  insert into allowances (key, used, at)
    select distinct w.name || ':' || coalesce(w.holder, person::text) as key, '{}'::double precision[], moment
    from jsonb_to_recordset(wanted) as w(name text, holder text) order by key
    on conflict (key) do update set at = excluded.at where allowances.at > excluded.at + interval '10 seconds';
  for each in
    select w.name, w.name || ':' || coalesce(w.holder, person::text) as key, w.cost, w.span, l.allowed,
      l.allowed * coalesce(w.burst, w.unit) as room, case when w.burst is null then 0 else l.allowed end as drain
    from jsonb_to_recordset(wanted)
        as w(name text, holder text, setting text, allowed float8, unit float8, span float8, burst float8, cost float8),
      lateral (select coalesce((select (s.value #>> '{}')::float8 from settings s
        where s.key = w.setting and s.company_id is null), w.allowed) as allowed) l
    order by key
  loop
    select carry_allowance(a.used, a.at, moment, each.drain, each.span) into state
      from allowances a where a.key = each.key for update;
    if each.cost + (select sum(u) from unnest(state) u) > each.room then
      wait := greatest(1, ceil(wait_for_allowance(state, moment, each.cost, each.room, each.drain, each.span)));
      if wait > longest then
        longest := wait;
        refused := jsonb_build_object('name', each.name, 'allowed', each.allowed, 'seconds', wait);
      end if;
    end if;
    keys := keys || each.key;
    states := states || (state[1:cardinality(state) - 1] || (state[cardinality(state)] + each.cost))::text;
  end loop;
  if refused is null then
    update allowances a set used = s.state::double precision[], at = greatest(a.at, moment)
      from unnest(keys, states) as s(key, state) where a.key = s.key;
  end if;
  return refused;
end
$$;
