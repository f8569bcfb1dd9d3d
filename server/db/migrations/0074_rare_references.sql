-- Whoever or whatever is removed is looked for in every column that could name it. A column that few rows have a value in is
-- found by an index of those, which the other rows never touch; without one the whole table was read for each row that went.

create index tickets_by_follow_up_of on tickets (follow_up_of_id) where follow_up_of_id is not null;
create index tickets_by_follow_up_by on tickets (follow_up_by) where follow_up_by is not null;
create index tickets_by_deleted_by on tickets (deleted_by) where deleted_by is not null;
create index comments_by_deleted_by on comments (deleted_by) where deleted_by is not null;
create index history_by_on_behalf_of on history (on_behalf_of) where on_behalf_of is not null;
create index attachments_by_deleted_by on attachments (deleted_by) where deleted_by is not null;
create index incoming_mails_by_decided_by on incoming_mails (decided_by) where decided_by is not null;
