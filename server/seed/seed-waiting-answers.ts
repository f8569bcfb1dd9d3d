import type { PoolClient } from "pg";

/** One of so many open tickets with an assignee has a draft of theirs. */
const WITH_DRAFT = 80;
/** Answers that wait, far enough ahead that none goes out while something is measured. */
const WAITING = 200;

/** Gives some of the open tickets drafts of their assignees, and answers that go out in the second month after `until`. */
export async function seedWaitingAnswers(client: PoolClient, until: Date): Promise<void> {
  await client.query(
    `insert into drafts (user_id, ticket_id, text, is_internal, version, updated_at)
     select assignee_id, id, 'Thank you, I look at it and', number % 3 = 0, 1, $1 from (
       select *, row_number() over (partition by assignee_id order by number) as nth from tickets
       where status <> 'closed' and assignee_id is not null and deleted_at is null and number % ${WITH_DRAFT} = 0) as t
     where nth <= 500 on conflict do nothing`,
    [until],
  );
  await client.query(
    `insert into scheduled_comments (ticket_id, author_id, visibility, comment, group_id, readers, send_at, try_at, hold,
       stop_if_answered, created_at)
     select t.id, t.assignee_id, 'public', 'As agreed I come back to this today.', gen_random_uuid(),
       jsonb_build_object(u.id, u.company_id), t.at, t.at, false, true, $1 from (
         select *, $1::timestamptz + interval '1 hour' * (720 + nth) as at from (
           select *, row_number() over (partition by assignee_id order by number) as nth from tickets
           where status <> 'closed' and assignee_id is not null and client_id is not null and deleted_at is null
             and number % ${WITH_DRAFT} = 1) as numbered
         where nth <= 50 order by number limit ${WAITING}) as t
       join users u on u.id = t.client_id`,
    [until],
  );
}
