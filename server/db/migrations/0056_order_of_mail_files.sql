-- Files of one mail arrive in one moment; on a ticket they stand as they stood in the mail.
alter table attachments add column place smallint not null default 0;
