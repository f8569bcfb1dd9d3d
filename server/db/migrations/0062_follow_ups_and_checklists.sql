-- Dates on which the staff come back to a ticket, and lists of what is left to do on it. Both are theirs alone: the external
-- users' role reads neither the new columns nor the new table.

alter table tickets
  add column follow_up_at timestamptz(3),
  -- Who set the date, also after it has come.
  add column follow_up_by uuid references principals,
  -- What comes back at that time, while the ticket is on hold for it.
  add column follow_up_status text references statuses,
  -- The date stays even if the client answers.
  add column follow_up_firm boolean not null default false,
  -- The last date that has passed, for setting it again.
  add column follow_up_before timestamptz(3),
  -- Since when it is due, until somebody answers, closes it or sets another date.
  add column follow_up_due_at timestamptz(3);
create index tickets_by_follow_up on tickets (follow_up_at) where follow_up_at is not null and deleted_at is null;
create index tickets_due on tickets (follow_up_due_at) where follow_up_due_at is not null and deleted_at is null;

-- Whoever changes the status, the external users' role too: closing ends a follow-up, and a status set by hand stays.
-- Statements about the follow-up itself say another status to bring back than the one before.
create function keep_follow_up() returns trigger language plpgsql as $$
begin
  if new.status = 'closed' then
    new.follow_up_before := coalesce(new.follow_up_at, new.follow_up_before);
    new.follow_up_at := null;
    new.follow_up_by := null;
    new.follow_up_status := null;
    new.follow_up_firm := false;
    new.follow_up_due_at := null;
  elsif new.follow_up_status is not distinct from old.follow_up_status then
    new.follow_up_status := null;
  end if;
  return new;
end $$;
create trigger tickets_followed_up before update of status on tickets for each row
  when (old.status is distinct from new.status and (old.follow_up_at is not null or old.follow_up_due_at is not null))
  execute function keep_follow_up();

-- An external user's answer ends a follow-up that is not firm. Null where there is none; else whether the ticket was on hold
-- for it. The event is recorded here, since external users record no internal ones.
create function guest_ends_follow_up(asked_ticket uuid, event_id uuid, happened timestamptz, channel text, request text)
  returns boolean language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  me asker := asker();
  ended record;
begin
  if not guest_sees_ticket(asked_ticket) then return null; end if;
  select follow_up_at, company_id, follow_up_status is not null as holds into ended
    from tickets where id = asked_ticket and follow_up_at is not null and not follow_up_firm and deleted_at is null
    for update;
  if not found then return null; end if;
  update tickets set follow_up_before = follow_up_at, follow_up_at = null, follow_up_by = null, follow_up_status = null
    where id = asked_ticket;
  insert into history (id, entity, entity_id, kind, occurred_at, principal_id, via, request_id, audience, company_id, before)
    values (event_id, 'ticket', asked_ticket, 'ticket.follow_up_ended', happened, me.id, channel, request, 'internal',
      ended.company_id, jsonb_build_object('follow_up_at', to_jsonb(ended.follow_up_at)));
  return ended.holds;
end $$;
revoke all on function guest_ends_follow_up(uuid, uuid, timestamptz, text, text) from public;

create table checklist_items (                                              -- checklists
  id uuid primary key default gen_random_uuid(),
  ticket_id uuid not null references tickets on delete cascade,
  text text not null check (char_length(text) between 1 and 200),
  position int not null,
  done_at timestamptz(3),
  done_by uuid references principals,
  created_by uuid not null references principals,
  created_at timestamptz(3) not null,
  constraint checklist_items_done_by_somebody check ((done_at is null) = (done_by is null))
);
create index checklist_items_by_ticket on checklist_items (ticket_id, position);

alter table notification_preferences drop constraint notification_preferences_topic_check;
alter table notification_preferences add constraint notification_preferences_topic_check
  check (topic in ('reply', 'ticket_created', 'assigned', 'mention', 'due'));

-- Of a ticket the external users' role reads every column but those of its follow-up.
alter function grant_guest_rights() rename to grant_guest_rights_before_follow_ups;
create function grant_guest_rights() returns void language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from pg_roles where rolname = 'waypost_guest') then return; end if;
  perform grant_guest_rights_before_follow_ups();
  if not has_table_privilege('waypost_guest', 'tickets', 'select') then return; end if;
  revoke select on tickets from waypost_guest;
  grant select (id, number, uid, subject, issue, status, priority, assignee_id, client_id, company_id, group_id, created_by,
    source, confidential, merged_into_id, version, created, updated, first_response, closed, closed_by, reopened_count,
    deleted_at, deleted_by, erased_at, old_number, noted, follow_up_of_id, mailbox_id) on tickets to waypost_guest;
  grant execute on function guest_ends_follow_up(uuid, uuid, timestamptz, text, text) to waypost_guest;
end $$;
revoke all on function grant_guest_rights() from public;
revoke all on function grant_guest_rights_before_follow_ups() from public;

alter function grant_app_rights() rename to grant_app_rights_before_follow_ups;
create function grant_app_rights() returns void language plpgsql set search_path = public, pg_temp as $$
begin
  perform grant_app_rights_before_follow_ups();
  if not exists (select from pg_roles where rolname = 'waypost_app') then return; end if;
  revoke execute on function grant_app_rights_before_follow_ups(), grant_guest_rights_before_follow_ups() from waypost_app;
end $$;
revoke all on function grant_app_rights() from public;
revoke all on function grant_app_rights_before_follow_ups() from public;

select grant_guest_rights();
select grant_app_rights();
