-- What people have used up of what they may do in a while: counted here, so that all instances share one count. Neither
-- table is logged, because counts are short-lived: after a crash of the database they begin anew.
create unlogged table allowances (                                          -- feature: allowances
  -- The allowance and whose it is: 'writes:<id of a person>'.
  key text primary key,
  -- A bucket has one number, which drains; a window has 25, the oldest part of its span first.
  used double precision[] not null,
  at timestamptz(3) not null
) with (fillfactor = 50);

-- Open event streams of all instances; an instance that died reports none of its own any more.
create unlogged table live_streams (                                        -- feature: live
  id uuid primary key,
  user_id uuid not null,
  seen_at timestamptz(3) not null
);
create index live_streams_by_user on live_streams (user_id);

-- Requests of people from outside are counted before they change their role, so that nobody counts for somebody else.
do $$
begin
  if exists (select from pg_roles where rolname = 'waypost_guest') then
    revoke all on allowances, live_streams from waypost_guest;
  end if;
end $$;

-- What is still used at a later moment. A bucket drains steadily. A window forgets a part as a whole when all of the part
-- is older than the span, so that no span of that length ever holds more than is allowed.
create function carry_allowance(used double precision[], since timestamptz, moment timestamptz, drain double precision, span double precision)
returns double precision[] language sql stable as $$
  select case when drain > 0
    then array[greatest(0, coalesce(used[1], 0) - drain * greatest(0, extract(epoch from moment - since)::float8))]
    else (
      select array_agg(coalesce(used[part + passed], 0) order by part)
      from generate_series(1, 25) part,
        lateral (select greatest(0, floor(extract(epoch from moment)::float8 * 24 / span)
          - floor(extract(epoch from since)::float8 * 24 / span))::int as passed) shift)
  end
$$;

-- Seconds until so much fits into what is used.
create function wait_for_allowance(used double precision[], moment timestamptz, cost double precision, allowed double precision,
  drain double precision, span double precision)
returns double precision language sql stable as $$
  select case when drain > 0
    then (used[1] + cost - allowed) / drain
    else coalesce((
      select min((floor(extract(epoch from moment)::float8 * 24 / span) + part) * span / 24 - extract(epoch from moment)::float8)
      from generate_series(1, 25) part
      where cost + (select coalesce(sum(u), 0) from unnest(used[part + 1:25]) u) <= allowed), span)
  end
$$;

-- Spends several allowances, all or none. Each of `wanted` has its name, whose it is (else the person's), the setting that
-- overrides what is allowed, how much one of its units is, the span in seconds or, for a bucket, how many seconds' worth it
-- holds, and the cost. Answers null, or the allowance with the longest wait. Rows are locked in one order, so that two
-- callers never wait for each other.
create function spend_allowances(wanted jsonb, person uuid, moment timestamptz)
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
    on conflict do nothing;
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
