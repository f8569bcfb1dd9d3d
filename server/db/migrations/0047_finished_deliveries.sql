-- When a mail that an IMAP server handed over was marked, moved or deleted there; what is not is tried again.

alter table incoming_deliveries add column finished_at timestamptz(3);
create index incoming_deliveries_unfinished on incoming_deliveries (mailbox_id, folder, uidvalidity, uid)
  where uid is not null and finished_at is null;
