-- What those see who look after mail.

-- When a mail came back; it stays when the mail is sent again, so that the ticket tells of both.
alter table mails add column returned_at timestamptz(3);
update mails set returned_at = coalesce(sent_at, created_at) where state = 'bounced';

-- The mails of the last day are the last pages of the table: no entry for each mail is needed to find them.
create index incoming_mails_lately on incoming_mails using brin (received_at) with (pages_per_range = 16, autosummarize = on);
