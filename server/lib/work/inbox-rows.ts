import { type RawBuilder, sql } from "kysely";
import type { Db } from "../request-context.ts";

/** What a person does with a row of their Inbox, and what time does with all of them. */
type Own = { db: Db; now: Date; actor: { id: string } };

/** True where the actor has such a row. */
export async function markDone(ctx: Own, ticketId: string): Promise<boolean> {
  return change(ctx, ticketId, { done_at: ctx.now, read_at: firstRead(ctx.now), remind_at: null });
}

/** Brings a row back that was done or put off; unread where making it done has read it. */
export async function bringBack(ctx: Own, ticketId: string): Promise<boolean> {
  return change(ctx, ticketId, { done_at: null, remind_at: null, ...unreadAgain(sql`done_at`) });
}

export async function markUnread(ctx: Own, ticketId: string): Promise<boolean> {
  return change(ctx, ticketId, { done_at: null, read_at: null, remind_at: null });
}

/** Hides a row until a time, or until something happens on its ticket. */
export async function putOff(ctx: Own, ticketId: string, until: Date): Promise<boolean> {
  return change(ctx, ticketId, { done_at: null, read_at: firstRead(ctx.now), remind_at: until });
}

/** Makes everything done that happened up to a time. */
export async function markAllDone({ db, now, actor }: Own, before: Date): Promise<void> {
  await db
    .updateTable("inbox_items")
    .set({ done_at: now, read_at: firstRead(now) })
    .where("user_id", "=", actor.id)
    .where("done_at", "is", null)
    .where("remind_at", "is", null)
    .where("in_trash", "=", false)
    .where("happened_at", "<=", before)
    .execute();
}

/** Brings back what was made done all at once at that time; what was unread then is so again. */
export async function bringAllBack({ db, actor }: Own, at: Date): Promise<void> {
  await db
    .updateTable("inbox_items")
    .set({ done_at: null, ...unreadAgain(sql`${at}`) })
    .where("user_id", "=", actor.id)
    .where("done_at", "=", at)
    .execute();
}

/** Shows rows again whose time has come, unread and as news of that time. Several of these at once show each row once. */
export async function showDue(db: Db, now: Date): Promise<void> {
  await sql`
    with due as (
      select ticket_id, user_id from inbox_items where remind_at <= ${now} order by ticket_id, user_id for update skip locked)
    update inbox_items i set remind_at = null, read_at = null, happened_at = i.remind_at, news = 1
    from due where i.ticket_id = due.ticket_id and i.user_id = due.user_id`.execute(db);
}

/** The time of the next row that comes back; null where none was put off. */
export async function findNextReminder(db: Db): Promise<Date | null> {
  const { next } = await db
    .selectFrom("inbox_items")
    .select((eb) => eb.fn.min("remind_at").as("next"))
    .executeTakeFirstOrThrow();
  return next;
}

/** Deletes rows that were done before a time, and those of people who were deleted before it. */
export async function pruneInboxItems(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("inbox_items").where("done_at", "<", before).execute();
  await db
    .deleteFrom("inbox_items")
    .where("user_id", "in", (eb) => eb.selectFrom("users").select("id").where("deleted_at", "<", before))
    .execute();
}

type Columns = {
  done_at?: Date | null;
  read_at?: Date | null | RawBuilder<Date | null>;
  remind_at?: Date | null;
  news?: number | RawBuilder<number>;
};

async function change({ db, actor }: Own, ticketId: string, columns: Columns): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("inbox_items")
    .set(columns)
    .where("user_id", "=", actor.id)
    .where("ticket_id", "=", ticketId)
    .where("in_trash", "=", false)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Takes back that a row was read by what was done to it at that time. Its news are still counted, but where an answer made it done. */
function unreadAgain(at: RawBuilder<unknown>) {
  return {
    read_at: sql<Date | null>`nullif(read_at, ${at})`,
    news: sql<number>`case when read_at = ${at} then greatest(news, 1) else news end`,
  };
}

function firstRead(now: Date) {
  return sql<Date>`coalesce(read_at, ${now})`;
}
