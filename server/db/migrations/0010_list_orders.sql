-- Lists that no index led to. `is null` is no equality to the planner: it sorts unless the index holds nothing else.

create index tickets_unassigned on tickets (updated desc, id desc) where deleted_at is null and assignee_id is null;
create index tickets_without_company on tickets (updated desc, id desc) where deleted_at is null and company_id is null;
create index tickets_without_group on tickets (updated desc, id desc) where deleted_at is null and group_id is null;
create index tickets_confidential on tickets (company_id) where confidential and deleted_at is null;

-- What server/tickets/order.ts sorts by, letter by letter.
create index tickets_by_subject on tickets (lower(subject), id) where deleted_at is null;
create index tickets_by_status_rank on tickets
  (array_position(array['open', 'in_progress', 'on_hold', 'pending', 'closed'], status), id) where deleted_at is null;
create index tickets_by_priority_rank on tickets
  (array_position(array['low', 'normal', 'high', 'urgent'], priority), id) where deleted_at is null;
create index tickets_by_assignee_id on tickets (assignee_id, id) where deleted_at is null;
