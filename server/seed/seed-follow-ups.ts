import type { PoolClient } from "pg";

/** One of so many tickets that are not closed has a date, and one of so many a checklist. */
const WITH_DATE = 50;
const WITH_CHECKLIST = 40;

/** Gives some of the open tickets dates in the two weeks after `until`, and some a checklist, by their numbers. */
export async function seedFollowUps(client: PoolClient, until: Date): Promise<void> {
  await client.query(
    `update tickets set follow_up_at = date_trunc('hour', $1::timestamptz) + interval '1 hour' * (1 + number % 336),
       follow_up_by = assignee_id, follow_up_status = case when status = 'on_hold' then 'open' end
     where status <> 'closed' and assignee_id is not null and deleted_at is null and follow_up_at is null
       and number % ${WITH_DATE} = 0`,
    [until],
  );
  await client.query(
    `insert into checklist_items (ticket_id, text, position, created_by, created_at, done_by, done_at)
     select t.id, 'Step ' || place, place, t.assignee_id, t.created,
       case when place <= t.number % 4 then t.assignee_id end, case when place <= t.number % 4 then t.updated end
     from tickets t cross join generate_series(1, 6) as place
     where t.status <> 'closed' and t.assignee_id is not null and t.deleted_at is null
       and t.number % ${WITH_CHECKLIST} = 0
       and not exists (select from checklist_items item where item.ticket_id = t.id)`,
  );
}
