-- Files of tickets, comments and drafts.

alter table attachments add column deleted_by uuid references principals;

create index attachments_by_comment on attachments (comment_id) where comment_id is not null;
-- The sweep asks whether anything still names a blob.
create index attachments_by_blob on attachments (blob_hash);
create index attachments_by_sender_in_drafts on attachments (uploaded_by) where ticket_id is null;
