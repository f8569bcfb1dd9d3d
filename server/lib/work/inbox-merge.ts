import { sql } from "kysely";
import type { Db } from "../request-context.ts";

/** A row of an Inbox as a merge found it on the ticket that stays (null: there was none), and as it left it. */
export type JoinedRow = { user_id: string; before: unknown; after: unknown };

/**
 * Brings the rows of merged tickets that wait in somebody's Inbox to the ticket that stays: the newest reason, and the news
 * of both where both were unread. Rows of the merged tickets stay with them, hidden as those of the trash are.
 */
export async function joinInboxRows(
  db: Db,
  fromIds: readonly string[],
  intoId: string,
): Promise<JoinedRow[]> {
  const { rows } = await sql<JoinedRow>`
    with waiting as (
      select distinct on (user_id) *, bool_or(mentioned) over (partition by user_id) as is_mentioned,
        sum(case when read_at is null then news else 0 end) over (partition by user_id)::int as unread
      from inbox_items where ticket_id = any(${[...fromIds]}::uuid[]) and done_at is null
      order by user_id, happened_at desc),
    held as (select * from inbox_items where ticket_id = ${intoId}),
    joined as (
      insert into inbox_items as i (ticket_id, user_id, reason, mentioned, comment_id, actor_id, happened_at, news, last_event,
        read_at, done_at, remind_at, in_trash)
      select ${intoId}, user_id, reason, is_mentioned, comment_id, actor_id, happened_at, greatest(unread, 1), last_event,
        case when unread > 0 then null else read_at end, null, case when unread > 0 then null else remind_at end, false
      from waiting order by user_id
      on conflict (ticket_id, user_id) do update set
        reason = case when excluded.happened_at > i.happened_at then excluded.reason else i.reason end,
        comment_id = case when excluded.happened_at > i.happened_at then excluded.comment_id else i.comment_id end,
        actor_id = case when excluded.happened_at > i.happened_at then excluded.actor_id else i.actor_id end,
        last_event = case when excluded.happened_at > i.happened_at then excluded.last_event else i.last_event end,
        happened_at = greatest(i.happened_at, excluded.happened_at),
        mentioned = excluded.mentioned or (i.mentioned and i.done_at is null),
        news = case when i.done_at is null and i.read_at is null and excluded.read_at is null then i.news + excluded.news
          when excluded.read_at is null then excluded.news else i.news end,
        read_at = case when excluded.read_at is null then null else i.read_at end,
        done_at = null,
        remind_at = case when excluded.read_at is null then null else i.remind_at end
      returning i.*)
    select joined.user_id, to_jsonb(held.*) as before, to_jsonb(joined.*) as after
    from joined left join held on held.user_id = joined.user_id`.execute(db);
  return rows;
}

/** Puts the rows back that nobody has touched since, for the undo of a merge. */
export async function partInboxRows(db: Db, intoId: string, joined: readonly JoinedRow[]): Promise<void> {
  if (joined.length === 0) return;
  const rows = JSON.stringify(joined);
  await sql`
    with was as (select * from jsonb_to_recordset(${rows}::jsonb) as was(user_id uuid, before jsonb, after jsonb)),
    untouched as (
      select was.user_id, was.before from was join inbox_items i on i.ticket_id = ${intoId} and i.user_id = was.user_id
      where to_jsonb(i.*) = was.after),
    gone as (
      delete from inbox_items i using untouched u
      where i.ticket_id = ${intoId} and i.user_id = u.user_id and u.before is null)
    update inbox_items i set (reason, mentioned, comment_id, actor_id, happened_at, news, last_event, read_at, done_at,
        remind_at) =
      (select b.reason, b.mentioned, b.comment_id, b.actor_id, b.happened_at, b.news, b.last_event, b.read_at, b.done_at,
        b.remind_at from jsonb_populate_record(null::inbox_items, u.before) b)
    from untouched u where i.ticket_id = ${intoId} and i.user_id = u.user_id and u.before is not null`.execute(
    db,
  );
}
