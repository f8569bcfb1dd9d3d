-- Reports of service levels at less work: a counter a company and month, beside those a priority and target. The page that
-- opens, the dashboard and most of what is read add up a twelfth of the rows.

create table sla_monthly_totals (                                           -- triggers
  month date not null,
  company_id uuid not null,
  -- Whoever counts has one of its own (migration 0007).
  slot int not null,
  -- Whole numbers that are added up for less than the larger ones of sla_monthly.
  met int not null,
  missed int not null,
  judged_again int not null,
  primary key (month, company_id, slot)
);

-- Nobody records a verdict between this count and the first that the function below adds.
lock table sla_verdicts in share row exclusive mode;
insert into sla_monthly_totals (month, company_id, slot, met, missed, judged_again)
  select month, company_id, slot, sum(met), sum(missed), sum(judged_again) from sla_monthly
  group by month, company_id, slot;

-- The second ones are those of the totals, whose priority and target nobody looks at.
create function add_sla_counts(counts sla_count[], totals sla_count[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare my_slot int := counting_slot();
begin
  insert into sla_monthly as m (month, company_id, priority, target, slot, met, missed, judged_again)
    select month, company_id, priority, target, my_slot, sum(met), sum(missed), sum(judged_again) from unnest(counts)
    group by month, company_id, priority, target
    having sum(met) <> 0 or sum(missed) <> 0 or sum(judged_again) <> 0
    on conflict (month, company_id, priority, target, slot) do update set met = m.met + excluded.met,
      missed = m.missed + excluded.missed, judged_again = m.judged_again + excluded.judged_again;
  insert into sla_monthly_totals as t (month, company_id, slot, met, missed, judged_again)
    select month, company_id, my_slot, sum(met), sum(missed), sum(judged_again) from unnest(totals)
    group by month, company_id
    having sum(met) <> 0 or sum(missed) <> 0 or sum(judged_again) <> 0
    on conflict (month, company_id, slot) do update set met = t.met + excluded.met, missed = t.missed + excluded.missed,
      judged_again = t.judged_again + excluded.judged_again;
end $$;
revoke all on function add_sla_counts(sla_count[], sla_count[]) from public;

create or replace function add_sla_counts(counts sla_count[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if counts is not null then perform add_sla_counts(counts, counts); end if;
end $$;

-- As migration 0071 says, of both. One statement counts all of it as of one moment.
create or replace function recount_sla() returns int language plpgsql security definer set search_path = public, pg_temp as $$
declare
  wrong sla_count[];
  wrong_totals sla_count[];
begin
  with truth as materialized (
    select v.month, v.company_id, v.priority, v.target, count(*) filter (where v.verdict = 'met') as met,
      count(*) filter (where v.verdict = 'missed') as missed, count(v.supersedes_id) as judged_again
    from sla_verdicts v where not exists (select from sla_verdicts newer where newer.supersedes_id = v.id)
    group by v.month, v.company_id, v.priority, v.target)
  select array(
      select row(month, company_id, priority, target, sum(met), sum(missed), sum(judged_again))::sla_count
      from (
        select * from truth
        union all
        select month, company_id, priority, target, -met, -missed, -judged_again from sla_monthly
      ) as both_ways
      group by month, company_id, priority, target
      having sum(met) <> 0 or sum(missed) <> 0 or sum(judged_again) <> 0),
    array(
      select row(month, company_id, null, null, sum(met), sum(missed), sum(judged_again))::sla_count
      from (
        select month, company_id, met, missed, judged_again from truth
        union all
        select month, company_id, -met, -missed, -judged_again from sla_monthly_totals
      ) as both_ways
      group by month, company_id
      having sum(met) <> 0 or sum(missed) <> 0 or sum(judged_again) <> 0)
    into wrong, wrong_totals;
  perform add_sla_counts(wrong, wrong_totals);
  return cardinality(wrong) + cardinality(wrong_totals);
end $$;

-- ---------------------------------------------------------------- who reads what

-- As migration 0072 says; the totals are read as the counters are.
create or replace function grant_guest_rights() returns void language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from pg_roles where rolname = 'waypost_guest') then return; end if;
  perform grant_guest_rights_before_service_levels();
  if has_table_privilege('waypost_guest', 'sla_monthly_totals', 'select') then return; end if;
  revoke all on sla_policies, sla_policy_versions, sla_targets, sla_assignments, sla_pins, sla_applications, sla_state,
    sla_clocks, sla_due, sla_queue, sla_warnings, sla_verdicts, sla_monthly, sla_monthly_totals from waypost_guest;
  -- What a status meant when it was set stands in rows of version 2.
  grant insert (schema_version) on history to waypost_guest;
  grant execute on function sla_facts(uuid), sla_shown_to(uuid) to waypost_guest;
  alter table sla_due enable row level security;
  grant select (ticket_id, target, due_at, warn_at, is_paused) on sla_due to waypost_guest;
  drop policy if exists guest_reads on sla_due;
  create policy guest_reads on sla_due for select to waypost_guest
    using (exists (select from tickets t where t.id = ticket_id and sla_shown_to(t.company_id)));
  alter table sla_monthly enable row level security;
  grant select on sla_monthly to waypost_guest;
  drop policy if exists guest_reads on sla_monthly;
  create policy guest_reads on sla_monthly for select to waypost_guest
    using ((select guest_is_admin()) and company_id = (select guest_company())
      and (select sla_shown_to(guest_company())));
  alter table sla_monthly_totals enable row level security;
  grant select on sla_monthly_totals to waypost_guest;
  drop policy if exists guest_reads on sla_monthly_totals;
  create policy guest_reads on sla_monthly_totals for select to waypost_guest
    using ((select guest_is_admin()) and company_id = (select guest_company())
      and (select sla_shown_to(guest_company())));
end $$;

create or replace function grant_app_rights() returns void language plpgsql set search_path = public, pg_temp as $$
begin
  perform grant_app_rights_before_service_levels();
  if not exists (select from pg_roles where rolname = 'waypost_app') then return; end if;
  revoke execute on function grant_app_rights_before_service_levels(), grant_guest_rights_before_service_levels()
    from waypost_app;
  -- To write the counters anew without gaps (server/dashboard/reconcile.ts).
  if current_setting('server_version_num')::int >= 170000 then
    grant maintain on sla_monthly, sla_monthly_totals to waypost_app;
  end if;
end $$;

select grant_guest_rights();
select grant_app_rights();
