-- What a team lead's figures are read from, without a ticket itself (rule 67): who has none of the active tickets, and
-- how long those took that were closed lately.
drop index tickets_counted_by_group;
create index tickets_counted_by_group on tickets (group_id, status) include (assignee_id) where deleted_at is null;
create index tickets_closed_lately on tickets (closed) include (group_id, created)
  where deleted_at is null and status = 'closed';
