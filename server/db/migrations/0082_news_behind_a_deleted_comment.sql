-- A deleted comment is no news (migration 0061): who has not read of it has what was news before. That was looked for among
-- comments alone, so that an assignment, an answer that was not sent and a date that is due left the Inbox with the comment that
-- came after them, unread.
create or replace function inbox_take_back(deleted uuid) returns void
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  gone comments;
begin
  select * into gone from comments where id = deleted;
  if is_guest() and gone.author_id is distinct from guest_id() then
    raise exception 'external users take back their own words alone' using errcode = 'insufficient_privilege';
  end if;
  update inbox_items i set
    reason = before.reason, comment_id = before.comment_id, mentioned = i.mentioned and before.has_mention,
    actor_id = before.actor_id, happened_at = before.moment, news = i.news - 1
  from (
    select mine.user_id, news.*,
      exists (select from comment_mentions m join comments k on k.id = m.comment_id and k.deleted_at is null
        where m.user_id = mine.user_id and k.ticket_id = gone.ticket_id) as has_mention
    from inbox_items mine
    cross join lateral (
      select * from (
        (select case when exists (select from comment_mentions m where m.comment_id = k.id and m.user_id = mine.user_id)
            then 'mentioned' else 'replied' end as reason,
          k.id as comment_id, k.author_id as actor_id, k.created_at as moment
        from comments k
        where k.ticket_id = gone.ticket_id and k.deleted_at is null and k.author_id <> mine.user_id
          and k.position < gone.position
        order by k.position desc limit 1)
        union all
        (select 'assigned', null, h.principal_id, h.occurred_at from history h
        where h.entity = 'ticket' and h.entity_id = gone.ticket_id and h.kind in ('ticket.created', 'ticket.changed')
          and h.after ->> 'assignee_id' = mine.user_id::text and h.principal_id <> mine.user_id
        order by h.seq desc limit 1)
        union all
        (select 'unsent', null, null, s.settled_at from scheduled_comments s
        where s.ticket_id = gone.ticket_id and s.author_id = mine.user_id and s.state = 'stopped'
        order by s.settled_at desc limit 1)
        union all
        select 'due', null, null, t.follow_up_due_at from tickets t
        where t.id = gone.ticket_id and t.follow_up_due_at is not null
          and coalesce(t.assignee_id, t.follow_up_by) = mine.user_id
      ) as each
      -- What a comment has stopped is news after it.
      order by each.moment desc, each.comment_id nulls first limit 1) as news
    where mine.ticket_id = gone.ticket_id and mine.comment_id = deleted and mine.news > 1
      and mine.read_at is null and mine.done_at is null
  ) as before
  where i.ticket_id = gone.ticket_id and i.user_id = before.user_id;
  delete from inbox_items
    where ticket_id = gone.ticket_id and comment_id = deleted and read_at is null and done_at is null;
end $$;
