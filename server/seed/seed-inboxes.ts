import type { PoolClient } from "pg";

/** Rows of each agent; the newest are unread, the next are read, the others done. */
const ROWS = 2000;
const UNREAD = 20;
const WAITING = 200;

/** Fills the Inbox of every invented agent with their newest tickets: what somebody else said there last, or that it is theirs. */
export async function seedInboxes(client: PoolClient, agents: readonly { id: string }[]): Promise<void> {
  await client.query(
    `insert into inbox_items (ticket_id, user_id, reason, mentioned, comment_id, actor_id, happened_at, news, last_event,
      read_at, done_at, in_trash)
    select mine.id, agent, case when c.id is null then 'assigned' when place % 10 = 0 then 'mentioned' else 'replied' end,
      c.id is not null and place % 10 = 0, c.id, c.author_id, mine.updated, case when place <= $2 then 1 else 0 end,
      coalesce(c.id, mine.id), case when place > $2 then mine.updated end, case when place > $3 then mine.updated end, false
    from unnest($1::uuid[]) as agent
    cross join lateral (
      select t.id, t.updated, row_number() over (order by t.updated desc, t.id desc) as place
      from tickets t where t.assignee_id = agent and t.deleted_at is null
      order by t.updated desc, t.id desc limit $4) as mine
    left join lateral (
      select k.id, k.author_id from comments k where k.ticket_id = mine.id and k.author_id <> agent
      order by k.position desc limit 1) as c on true
    on conflict do nothing`,
    [agents.map(({ id }) => id), UNREAD, WAITING, ROWS],
  );
}
