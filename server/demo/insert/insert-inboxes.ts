import { sql } from "kysely";
import { findMentions } from "#contract/comments/mention-text.ts";
import type { Db } from "#server/lib/request-context.ts";
import type { Person } from "./insert-people.ts";

const DAY = 24 * 3_600_000;
/** What an Inbox of the demo reaches back to, and what of it is still unread. */
const RECENT_DAYS = 21;
const MOST = 12;
const UNREAD = 5;

/** Notes that colleagues' names stand in, after an "@", mention them. */
export async function insertMentions(db: Db): Promise<void> {
  const staff = await db
    .selectFrom("users")
    .select(["id", "fullname"])
    .where("user_type", "=", "internal")
    .execute();
  const ids = new Map(staff.map(({ id, fullname }) => [fullname, id]));
  const comments = await db
    .selectFrom("comments")
    .select(["id", "author_id", "comment"])
    .where("comment", "like", "%@%")
    .execute();
  const rows = comments.flatMap(({ id, author_id, comment }) =>
    [...new Set(findMentions(comment, [...ids.keys()]).map(({ name }) => name))]
      .map((name) => ({ comment_id: id, user_id: ids.get(name) ?? "", name }))
      .filter(({ user_id }) => user_id !== author_id),
  );
  if (rows.length > 0) await db.insertInto("comment_mentions").values(rows).execute();
}

/**
 * An Inbox for each of the staff who sign in: who mentioned them, what others said last on their open tickets, and what was
 * assigned to them.
 */
export async function insertInboxes(
  db: Db,
  { staff, now }: { staff: readonly Person[]; now: Date },
): Promise<void> {
  const since = new Date(now.getTime() - RECENT_DAYS * DAY);
  for (const { id } of staff.filter(({ named }) => named))
    // oxlint-disable-next-line no-await-in-loop
    await sql`
      with news as (
        select c.ticket_id, 'mentioned' as reason, c.id as comment_id, c.author_id as actor_id, c.created_at as at
        from comment_mentions m join comments c on c.id = m.comment_id where m.user_id = ${id}
        union all
        select c.ticket_id, 'replied', c.id, c.author_id, c.created_at
        from comments c join tickets t on t.id = c.ticket_id and t.assignee_id = ${id} and t.status <> 'closed'
        where c.author_id <> ${id}
        union all
        select t.id, 'assigned', null, h.principal_id, h.occurred_at
        from tickets t join history h on h.entity = 'ticket' and h.entity_id = t.id and h.after ->> 'assignee_id' = ${id}::text
        where t.assignee_id = ${id} and t.status <> 'closed' and h.principal_id <> ${id}),
      newest as (
        select distinct on (ticket_id) *, count(*) over (partition by ticket_id) as events,
          bool_or(reason = 'mentioned') over (partition by ticket_id) as mentioned
        from news where at > ${since} order by ticket_id, at desc),
      shown as (
        select *, row_number() over (order by at desc) as place from newest order by at desc limit ${sql.lit(MOST)})
      insert into inbox_items (ticket_id, user_id, reason, mentioned, comment_id, actor_id, happened_at, news, last_event,
        read_at, in_trash)
      select ticket_id, ${id}, reason, mentioned, comment_id, actor_id, at,
        case when place <= ${sql.lit(UNREAD)} then events else 0 end, coalesce(comment_id, ticket_id),
        case when place > ${sql.lit(UNREAD)} then ${now}::timestamptz end, false
      from shown`.execute(db);
}
