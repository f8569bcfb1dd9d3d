-- Service levels at less work: what a clock is computed from by one call a ticket, and no column that nobody reads.

-- What a merge or a split took away from where it was written: a fraction of all comments.
create index comments_moved on comments (origin_ticket_id) where ticket_id <> origin_ticket_id;
create index sla_verdicts_by_ticket on sla_verdicts (ticket_id);
-- The primary key begins with the ticket.
drop index sla_pins_by_ticket;

-- Lists read these of the ticket itself. Its assignee may change now without a new row of its due time.
drop index sla_due_by_assignee, sla_due_by_company;
alter table sla_due drop column company_id, drop column assignee_id, drop column group_id, drop column priority,
  drop column remaining_seconds;
alter table sla_clocks drop column used_seconds;

-- ---------------------------------------------------------------- what a clock is computed from

create function to_milliseconds(moment timestamptz) returns bigint
  language sql immutable parallel safe as $$ select (extract(epoch from moment) * 1000)::bigint $$;

-- Everything that moves the clocks of a ticket, without a word that somebody wrote: its events, public comments of staff and
-- client, applications of other versions, verdicts that were judged again; and how many versions and choices there were by then.
-- Null for a ticket that is not there. External users read it of the tickets that they see, while it is shown to them.
--
-- A comment counts where it was written, also after a merge or a split has moved it. On the ticket that it came to only the
-- client's words count that nobody had answered when it moved, from their own time. Most comments never moved: nothing is asked
-- of merges for them. The description of a merged ticket counts there as its creation.
--
-- Each list holds the same fields in the same order (server/sla/events.ts); what an event says nothing of is false.
create function sla_facts(asked uuid) returns json
  -- A ticket is found by its key, whichever it is: planning for each took longer than reading.
  language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  company uuid;
  maker text;
begin
  select t.company_id, u.user_type into company, maker
    from tickets t left join users u on u.id = t.created_by where t.id = asked;
  if not found or (is_guest() and not (guest_sees_ticket(asked) and sla_shown_to(company))) then return null; end if;
  return (select json_build_object(
    'generation', state.generation,
    'maker', maker,
    'events', (
      select json_agg(json_build_array(h.seq, to_milliseconds(h.occurred_at), h.kind, h.via = 'import',
        h.after -> 'status', h.after -> 'category', h.after -> 'priority', coalesce(h.after -> 'company_id', 'false'),
        coalesce(h.after -> 'assignee_id', 'false'), coalesce(h.after -> 'merged', 'false')))
      from history h
      where h.entity = 'ticket' and h.entity_id = asked and h.audience = 'public'
        and h.kind in ('ticket.created', 'ticket.changed', 'ticket.solved', 'ticket.reopened', 'ticket.unassigned',
          'ticket.deleted', 'ticket.restored', 'ticket.merged', 'ticket.unmerged')),
    'comments', (
      select json_agg(json_build_array(c.seq, to_milliseconds(coalesce(c.moved_at, c.created_at)), c.author, c.source,
        c.deleted_at is not null, case when c.has_come then to_milliseconds(c.created_at) end) order by c.created_at, c.position)
      from (
        select written.*, case when has_come then (
            select max(m.merged_at) from ticket_merges m
            where m.undone_at is null and origin_ticket_id in (m.ticket_id, m.into_id)
              and (m.opening_comment_id = written.id or exists (
                select from ticket_moves v where v.merge_id = m.id and v.entity = 'comment' and v.row_id = written.id))
          ) end as moved_at
        from (
          select c.id, c.position, c.origin_ticket_id, c.origin_ticket_id <> asked as has_come, c.created_at, c.source,
            c.deleted_at,
            case when author.user_type = 'internal' then 'staff'
              when author.user_type = 'external' or c.from_address is not null then 'client' else 'system' end as author,
            (select told.seq from history told where told.entity = 'comment' and told.entity_id = c.id
              and told.kind = 'comment.created' order by told.seq limit 1) as seq
          from comments c left join users author on author.id = c.author_id
          where c.visibility = 'public' and (c.ticket_id = asked
            or (c.origin_ticket_id = asked and c.ticket_id <> c.origin_ticket_id and c.source <> 'merged'))
        ) as written
        offset 0
      ) as c
      where not c.has_come or (c.author = 'client' and not exists (
        select from comments answer join users a on a.id = answer.author_id and a.user_type = 'internal'
        where answer.ticket_id in (asked, c.origin_ticket_id) and answer.origin_ticket_id = c.origin_ticket_id
          and answer.visibility = 'public' and answer.source not in ('auto', 'rule', 'import')
          and answer.created_at between c.created_at and coalesce(c.moved_at, c.created_at)))),
    'pins', (
      select json_agg(json_build_array(to_milliseconds(p.at), p.policy_version_id, p.calendar_version_id))
      from sla_pins p where p.ticket_id = asked and p.undone_at is null),
    'judged', (
      select json_agg(json_build_array(v.target, v.cycle, v.policy_version_id, v.calendar_version_id))
      from sla_verdicts v
      where v.ticket_id = asked and v.supersedes_id is not null
        and not exists (select from sla_verdicts newer where newer.supersedes_id = v.id)))
    from sla_state state);
end $$;
revoke all on function sla_facts(uuid), to_milliseconds(timestamptz) from public;

drop function sla_facts(uuid[]);

-- ---------------------------------------------------------------- who reads what

-- As migration 0071 says, of the columns and the function that are here now.
create or replace function grant_guest_rights() returns void language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from pg_roles where rolname = 'waypost_guest') then return; end if;
  perform grant_guest_rights_before_service_levels();
  if has_function_privilege('waypost_guest', 'sla_facts(uuid)', 'execute') then return; end if;
  revoke all on sla_policies, sla_policy_versions, sla_targets, sla_assignments, sla_pins, sla_applications, sla_state,
    sla_clocks, sla_due, sla_queue, sla_warnings, sla_verdicts, sla_monthly from waypost_guest;
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
end $$;

select grant_guest_rights();
select grant_app_rights();
