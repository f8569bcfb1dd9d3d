-- A comment adds its words and moves its ticket. Who writes the words may say by then where the ticket stands
-- (server/tickets/words.ts): the row, with an entry in the word index for each of its words, is written once, not twice.
create or replace function keep_search_row() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update ticket_words w
    set status = new.status, priority = new.priority, assignee_id = new.assignee_id, client_id = new.client_id,
      company_id = new.company_id, group_id = new.group_id, confidential = new.confidential, updated = new.updated,
      deleted_at = new.deleted_at
    where ticket_id = new.id
      and (w.status, w.priority, w.assignee_id, w.client_id, w.company_id, w.group_id, w.confidential, w.updated, w.deleted_at)
        is distinct from (new.status, new.priority, new.assignee_id, new.client_id, new.company_id, new.group_id,
          new.confidential, new.updated, new.deleted_at);
  return null;
end $$;
