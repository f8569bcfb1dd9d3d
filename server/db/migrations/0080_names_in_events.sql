-- What events of tickets still said of an erased ticket or person: at which address a mail did not arrive, and why; whose program
-- answered by itself; and for which reason a target was judged again (rules 148 and 921).

create or replace function without_words(said jsonb) returns jsonb language sql immutable as $$
  select case when said ?| '{subject,issue,comment,name,tags,address,reason}' then
    (select jsonb_object_agg(key,
        case when key in ('subject', 'issue', 'comment', 'name', 'tags', 'address', 'reason') then 'null'::jsonb else value end)
      from jsonb_each(said))
    else said end
$$;

-- By which the events that name somebody are found.
create index history_of_bounces on history (lower(after ->> 'address')) where kind = 'ticket.mail_bounced';
create index history_of_automatic_replies on history ((after ->> 'incoming_id')) where kind = 'ticket.automatic_reply';

-- As migration 66 has it; but the reason goes with the words, and an erased person's name and address with them, wherever a ticket has
-- them: of an address that is nobody's any more, and of mails that are an erased person's.
create or replace function keep_history() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  may_touch constant text[] := '{before,after,reason,ip,erased_at}';
  ticket uuid := case old.entity when 'ticket' then old.entity_id
    when 'comment' then (old.after ->> 'ticket_id')::uuid
    when 'attachment' then (coalesce(old.after, old.before) ->> 'ticket_id')::uuid end;
  is_by_erased boolean := exists (select from users where id = old.principal_id and erased_at is not null);
  is_old boolean := old.recorded_at < now() - (
    select (value #>> '{}')::int * interval '1 day' from settings where key = 'audit_days' and company_id is null);
begin
  if to_jsonb(new) - may_touch is distinct from to_jsonb(old) - may_touch then
    null;
  elsif new.before is not distinct from old.before and new.after is not distinct from old.after
    and new.reason is not distinct from old.reason and new.erased_at is not distinct from old.erased_at
  then
    if new.ip is null and (is_by_erased or is_old) then return new; end if;
  elsif old.erased_at is null and new.erased_at is not null then
    if new.before is not distinct from without_words(old.before)
      and new.after is not distinct from without_words(old.after)
      and (new.reason is null or new.reason is not distinct from old.reason) and new.ip is not distinct from old.ip
      and (exists (select from tickets where id = ticket and erased_at is not null)
        or (old.entity = 'comment' and exists (select from comments c join tickets t on t.id = c.ticket_id
          where c.id = old.entity_id and t.erased_at is not null))
        or (old.entity = 'attachment' and exists (select from history sent join users u on u.id = sent.principal_id
          where sent.entity = 'attachment' and sent.entity_id = old.entity_id and sent.kind = 'attachment.added'
            and u.erased_at is not null))
        or (old.kind = 'ticket.mail_bounced'
          and not exists (select from users where lower(email) = lower(old.after ->> 'address'))
          and not exists (select from user_addresses where address = lower(old.after ->> 'address')))
        or (old.kind = 'ticket.automatic_reply' and exists (select from incoming_mails m join users u on u.id = m.user_id
          where m.id = (old.after ->> 'incoming_id')::uuid and u.erased_at is not null)))
    then return new; end if;
    if new.before is not distinct from without_values(old.before)
      and new.after is not distinct from without_values(old.after)
      and new.reason is null and new.ip is null and old.entity not in ('ticket', 'comment', 'attachment')
      and (is_old or (old.entity = 'user'
        and exists (select from users where id = old.entity_id and erased_at is not null)))
    then return new; end if;
  end if;
  raise exception '% cannot be changed: rows are only ever added', tg_table_name using errcode = 'restrict_violation';
end $$;

-- Of tickets that were erased before.
update history h set before = without_words(h.before), after = without_words(h.after), reason = null, erased_at = now()
from tickets t
where h.entity = 'ticket' and t.id = h.entity_id and t.erased_at is not null and h.erased_at is null
  and h.kind in ('ticket.mail_bounced', 'ticket.sla_judged_again');
