-- What people get mail about. No row: the default, which is yes.
create table notification_preferences (                                     -- room: settings
  user_id uuid not null references users,
  topic text not null check (topic in ('reply', 'ticket_created', 'assigned')),
  mail boolean not null,
  primary key (user_id, topic)
);

create index mails_by_ticket on mails (ticket_id, "to", created_at) where ticket_id is not null;

-- The log refused changes and deletions row by row; emptying it at once is refused too.
create trigger history_never_emptied before truncate on history for each statement execute function refuse_change();

-- Order of queueing: several mails of one deed share a moment.
alter table mails add column position bigint generated always as identity;

-- A signed address that names the ticket, where the sender's address can carry it.
alter table mails add column reply_to text;
