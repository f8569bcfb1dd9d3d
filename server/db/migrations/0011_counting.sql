-- Counting a person's or a team's tickets by status, read from the index alone.
create index tickets_counted_by_assignee on tickets (assignee_id, status) where deleted_at is null;
create index tickets_counted_by_client on tickets (client_id, status) where deleted_at is null;
create index tickets_counted_by_group on tickets (group_id, status) where deleted_at is null;
