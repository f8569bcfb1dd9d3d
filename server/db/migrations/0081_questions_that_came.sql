-- Questions that a merge, a split or their undo brings along wait for an answer only where they did before.
--
-- One that was asked on a ticket that was closed without a word, and is merged later, had been waiting since, and so had the
-- description of one that staff raised: the ticket that stays was overdue by the weeks between. One that was written after a merge
-- or a split, and comes home with its undo, was taken for unanswered whatever it had been answered by then. And with the undo of a
-- merge the ticket that had stayed forgot the waits that it had brought, whose numbers, warnings and verdicts its next ones then
-- met.

-- Whether a question that was asked on a ticket at some time, and has moved to another one later, had been settled by then: by an
-- answer of the desk, or by a closing that was not a slip.
create function sla_is_settled(origin uuid, place uuid, since timestamptz, moved timestamptz) returns boolean
  language sql stable set search_path = public, pg_temp as $$
  select exists (
      select from comments answer join users a on a.id = answer.author_id and a.user_type = 'internal'
      where answer.ticket_id in (place, origin) and answer.origin_ticket_id = origin
        and answer.visibility = 'public' and answer.source not in ('auto', 'rule', 'import', 'merged')
        and answer.created_at between since and moved)
    or exists (
      select from history closing where closing.entity = 'ticket' and closing.entity_id = origin
        and coalesce(closing.after ->> 'category', closing.after ->> 'status') = 'closed'
        and closing.occurred_at between since and moved
        and not exists (
          select from history opening where opening.entity = 'ticket' and opening.entity_id = origin
            and opening.seq > closing.seq and opening.after ? 'status'
            and coalesce(opening.after ->> 'category', opening.after ->> 'status') <> 'closed'
            and opening.occurred_at < closing.occurred_at + interval '10 minutes'))
$$;
revoke all on function sla_is_settled(uuid, uuid, timestamptz, timestamptz) from public;

-- Everything that moves the clocks of a ticket, without a word that somebody wrote: its events, public comments of staff and
-- client, applications of other versions, verdicts that were judged again; and how many versions and choices there were by then.
-- Null for a ticket that is not there. External users read it of the tickets that they see, while it is shown to them.
--
-- A comment counts where it was written, also after a merge or a split has moved it. On the ticket that it came to only the
-- client's words count that nobody had answered when it moved, from their own time, and that no closing had settled: one that was
-- taken back within ten minutes never happened. Most comments never moved: nothing is asked of merges for them. The description
-- of a merged ticket counts there as its creation, and asks nothing where staff raised it.
--
-- What was written on the other ticket of a merge or split since, and comes with its undo, comes when that is undone: an answer
-- that it got there by then is one. What a merge had brought counts here until its undo: what was decided of it stays, and no
-- later wait takes its number.
--
-- Each list holds the same fields in the same order (server/sla/events.ts); what an event says nothing of is false.
create or replace function sla_facts(asked uuid) returns json
  -- A ticket is found by its key, whichever it is: planning for each took longer than reading.
  language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  company uuid;
  maker text;
  brought json;
begin
  select t.company_id, u.user_type into company, maker
    from tickets t left join users u on u.id = t.created_by where t.id = asked;
  if not found or (is_guest() and not (guest_sees_ticket(asked) and sla_shown_to(company))) then return null; end if;
  -- Few merges are undone: what asks of them is not even planned for the others.
  if exists (select from ticket_merges m where m.into_id = asked and m.kind = 'merge' and m.undone_at is not null) then
    brought := (
      select json_agg(json_build_array(to_milliseconds(m.merged_at), to_milliseconds(question.since),
        to_milliseconds(m.undone_at)))
      from ticket_merges m cross join lateral (
        select c.origin_ticket_id as origin, c.created_at as since
        from ticket_moves v join comments c on c.id = v.row_id left join users author on author.id = c.author_id
        where v.merge_id = m.id and v.entity = 'comment' and c.visibility = 'public'
          and (author.user_type = 'external' or c.from_address is not null)
        union all
        select t.id, t.created from tickets t left join users raiser on raiser.id = t.created_by
        where t.id = m.ticket_id and raiser.user_type is distinct from 'internal') as question
      where m.into_id = asked and m.kind = 'merge' and m.undone_at is not null
        and not sla_is_settled(question.origin, asked, question.since, m.merged_at));
  end if;
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
        select written.*, case when has_come then coalesce((
            select max(m.merged_at) from ticket_merges m
            where m.undone_at is null and origin_ticket_id in (m.ticket_id, m.into_id)
              and (m.opening_comment_id = written.id or exists (
                select from ticket_moves v where v.merge_id = m.id and v.entity = 'comment' and v.row_id = written.id))
          ), (
            select max(m.undone_at) from ticket_merges m
            where (m.ticket_id, m.into_id) in ((origin_ticket_id, asked), (asked, origin_ticket_id))
          )) end as moved_at
        from (
          select c.id, c.position, c.origin_ticket_id, c.origin_ticket_id <> asked as has_come, c.created_at, c.source,
            c.deleted_at,
            case when author.user_type = 'internal' then 'staff'
              when c.source = 'merged' and exists (
                select from tickets t join users raiser on raiser.id = t.created_by
                where t.id = c.origin_ticket_id and raiser.user_type = 'internal') then 'system'
              when author.user_type = 'external' or c.from_address is not null then 'client' else 'system' end as author,
            (select told.seq from history told where told.entity = 'comment' and told.entity_id = c.id
              and told.kind = 'comment.created' order by told.seq limit 1) as seq
          from comments c left join users author on author.id = c.author_id
          where c.visibility = 'public' and (c.ticket_id = asked
            or (c.origin_ticket_id = asked and c.ticket_id <> c.origin_ticket_id and c.source <> 'merged'))
        ) as written
        offset 0
      ) as c
      where not c.has_come or (c.author = 'client'
        and not sla_is_settled(c.origin_ticket_id, asked, c.created_at, coalesce(c.moved_at, c.created_at)))),
    'brought', brought,
    'pins', (
      select json_agg(json_build_array(to_milliseconds(p.at), p.policy_version_id, p.calendar_version_id,
        to_milliseconds(p.undone_at)))
      from sla_pins p where p.ticket_id = asked),
    'judged', (
      select json_agg(json_build_array(v.target, v.cycle, v.policy_version_id, v.calendar_version_id))
      from sla_verdicts v
      where v.ticket_id = asked and v.supersedes_id is not null
        and not exists (select from sla_verdicts newer where newer.supersedes_id = v.id)))
    from sla_state state);
end $$;

-- What runs on tickets that this concerns is computed anew.
insert into sla_queue (ticket_id, seq)
  select distinct k.ticket_id, 0
  from sla_clocks k join tickets t on t.id = k.ticket_id
  where t.status = 'closed'
    or exists (select from comments c where c.ticket_id = t.id and c.origin_ticket_id <> c.ticket_id)
on conflict do nothing;
