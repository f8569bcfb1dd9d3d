-- Leads the nightly job to originals whose time has passed, however many mails have none any more.
create index incoming_mails_kept on incoming_mails (received_at) where state = 'done' and raw_hash is not null;
