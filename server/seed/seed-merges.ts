import { randomUUID } from "node:crypto";
import type { PoolClient } from "pg";

/** One of so many tickets is part of the one of its company that was raised before it. */
const MERGED = 100;

/** Merges some tickets as `server/merges` does, each an hour after it was raised, all of them by one statement a table. */
export async function seedMerges(client: PoolClient): Promise<void> {
  const group = randomUUID();
  for (const statement of STATEMENTS) await client.query(statement, [group]);
}

const STATEMENTS = [
  `insert into ticket_merges (id, kind, ticket_id, into_id, group_id, merged_by, merged_at, opening_comment_id, settled)
   select gen_random_uuid(), 'merge', t.id, kept.id, $1::uuid, coalesce(t.assignee_id, t.created_by),
     least(t.created + interval '1 hour', t.updated), gen_random_uuid(), '{}'
   from (
     -- One walk over all of them: to look for each one's in turn took the planner, who knows nothing of new rows, through all.
     select *, max(number) filter (where number % ${MERGED} <> 0) over (partition by company_id order by number) as kept_number
     from tickets where deleted_at is null and company_id is not null) as t
   join tickets kept on kept.number = t.kept_number
   where t.number % ${MERGED} = 0`,
  `with moved as (
     update comments c set ticket_id = m.into_id from ticket_merges m
     where m.group_id = $1 and c.ticket_id = m.ticket_id returning m.id as merge_id, c.id, m.ticket_id)
   insert into ticket_moves (merge_id, entity, row_id, from_ticket_id) select merge_id, 'comment', id, ticket_id from moved`,
  `insert into comments (id, position, ticket_id, origin_ticket_id, author_id, visibility, comment, source, created_at)
   overriding system value
   select m.opening_comment_id, 0, m.into_id, t.id, coalesce(t.client_id, t.created_by), 'public',
     '**' || t.subject || '**' || E'\\n\\n' || t.issue, 'merged', t.created
   from ticket_merges m join tickets t on t.id = m.ticket_id where m.group_id = $1`,
  `insert into participants (ticket_id, user_id, role, added_at, added_by)
   select m.into_id, t.client_id, 'cc', m.merged_at, m.merged_by
   from ticket_merges m join tickets t on t.id = m.ticket_id join tickets k on k.id = m.into_id
   where m.group_id = $1 and t.client_id is distinct from k.client_id on conflict do nothing`,
  `update ticket_words k set public_words = k.public_words || part.public_words, staff_words = k.staff_words || part.staff_words
   from ticket_merges m join ticket_words part on part.ticket_id = m.ticket_id
   where m.group_id = $1 and k.ticket_id = m.into_id`,
  `delete from ticket_words where ticket_id in (select ticket_id from ticket_merges where group_id = $1)`,
  `update ticket_numbers n set ticket_id = m.into_id, kind = 'merged' from ticket_merges m
   where m.group_id = $1 and n.ticket_id = m.ticket_id`,
  `update tickets k set updated = greatest(k.updated, last.updated)
   from (select m.into_id, max(t.updated) as updated from ticket_merges m join tickets t on t.id = m.ticket_id
     where m.group_id = $1 group by 1) as last
   where k.id = last.into_id and k.updated < last.updated`,
  `update tickets t set merged_into_id = m.into_id, deleted_at = m.merged_at, deleted_by = m.merged_by
   from ticket_merges m where m.group_id = $1 and t.id = m.ticket_id`,
];
