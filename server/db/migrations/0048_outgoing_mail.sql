-- Mail that leaves: who was confirmed lately, and what an address did not get.

-- Answers of this desk to mails, few of all: one a sender in ten minutes.
create index mails_auto_replied on mails ("to", created_at) where auto_submitted = 'auto-replied';
create index mails_undelivered on mails (lower("to")) where state in ('bounced', 'skipped');
create index mails_waiting_for on mails (lower("to")) where state = 'queued';

-- A person with another address can be mailed: neither the old nor the new one stays marked.
create function forget_bounce_of_changed_email() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from bounced_addresses where address in (lower(old.email), lower(new.email));
  return null;
end $$;
create trigger users_email_changed after update of email on users
  for each row when (old.email is distinct from new.email) execute function forget_bounce_of_changed_email();
