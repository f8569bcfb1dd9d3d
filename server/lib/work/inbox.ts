import { createHash } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { anyOf } from "../any-of.ts";
import type { InboxReason } from "#contract/inbox/inbox-reasons.ts";
import type { Db } from "../request-context.ts";

/**
 * The Inbox of the staff, a tool like history and mail: the deed itself tells, in its transaction. One row a person and
 * ticket; a trigger announces it to the open windows of its person. The feature `inbox` shows the rows.
 *
 * Example: `await tell(ctx, { ticketId, people: [assignee], reason: "due", event: `due:${ticketId}:${at}` })`.
 */
export type News = {
  ticketId: string;
  /** Those who are told for this reason. People from outside are left out, and so is whoever did it. */
  people: readonly string[];
  reason: InboxReason;
  /** Names the event: what is told twice in a row is news once. */
  event: string;
  /** The comment that it is about, which has to be kept. */
  commentId?: string;
  /** An answer: the assignee and the staff who follow the ticket are told of it as well. */
  withFollowers?: boolean;
};

/** `actor` is null where nobody did it, such as for a date that is due. */
export type TellingCtx = { db: Db; now: Date; actor: { id: string } | null };
type OwnCtx = { db: Db; now: Date; actor: { id: string } };

/** Tells staff of an event, unread, in one statement for all of them; rows that were done come back. */
export async function tell(ctx: TellingCtx, news: News): Promise<void> {
  await sql`select ${toldNews(ctx, news)}`.execute(ctx.db);
}

/** The expression that tells, so that a statement which writes more can carry it. */
export function toldNews({ actor, now }: TellingCtx, news: News): RawBuilder<unknown> {
  const { ticketId, people, reason, event, commentId, withFollowers = false } = news;
  return sql`inbox_tell(${ticketId}::uuid, ${[...people]}::uuid[], ${reason}::text, ${withFollowers}::boolean,
    ${commentId ?? null}::uuid, ${actor?.id ?? null}::uuid, ${uuidOf(event)}::uuid, ${now}::timestamptz)`;
}

/** Tells of many events in one statement, such as the same on many tickets; none of them is of a comment. */
export async function tellAll({ db, actor, now }: TellingCtx, news: readonly News[]): Promise<void> {
  const rows = news.flatMap(({ ticketId, people, reason, event }) => {
    const about = { ticketId, reason, event: uuidOf(event) };
    return people.map((person) => ({ ...about, person }));
  });
  if (rows.length === 0) return;
  await sql`select inbox_put(${rows.map((row) => row.ticketId)}::uuid[], ${rows.map((row) => row.person)}::uuid[],
    ${rows.map((row) => row.reason)}::text[], ${rows.map((row) => row.event)}::uuid[],
    null, ${actor?.id ?? null}::uuid, ${now}::timestamptz)`.execute(db);
}

/** The statement that reads the actor's rows, so that one which writes more can carry it. */
export function readQuery({ db, now, actor }: OwnCtx) {
  return db
    .updateTable("inbox_items")
    .set({ read_at: now, news: 0 })
    .where("user_id", "=", actor.id)
    .where("read_at", "is", null);
}

/** The statement that makes the actor's rows of tickets done, so that one which writes more can carry it. */
export function clearQuery({ db, now, actor }: OwnCtx, ticketIds: readonly string[]) {
  return db
    .updateTable("inbox_items")
    .set({ done_at: now, read_at: sql<Date>`coalesce(read_at, ${now})`, remind_at: null, news: 0 })
    .where("user_id", "=", actor.id)
    .where("ticket_id", "in", ticketIds)
    .where("done_at", "is", null);
}

/** Makes the actor's rows of tickets done: they have answered, closed or handed on. */
export async function clear(ctx: OwnCtx, ticketIds: readonly string[]): Promise<void> {
  if (ticketIds.length > 0) await clearQuery(ctx, ticketIds).execute();
}

/** Makes a row done that says that the actor's answer was not sent: they have seen to it. */
export async function clearUnsent({ db, now, actor }: OwnCtx, ticketId: string): Promise<void> {
  await clearQuery({ db, now, actor }, [ticketId]).where("reason", "=", "unsent").execute();
}

/** Takes the news of a deleted comment from those who have not read it. */
export async function takeBack({ db }: { db: Db }, commentId: string): Promise<void> {
  await sql`select inbox_take_back(${commentId}::uuid)`.execute(db);
}

/** Erases what Inboxes hold of erased tickets. */
export async function eraseInboxOfTickets(db: Db, ticketIds: string[]): Promise<void> {
  await db.deleteFrom("inbox_items").where("ticket_id", "=", anyOf(ticketIds)).execute();
}

/** Erases the Inbox of a person. */
export async function eraseInboxOfPerson(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("inbox_items").where("user_id", "=", userId).execute();
}

/** A name of any length as an id. */
function uuidOf(name: string): string {
  return createHash("sha256").update(name).digest("hex").slice(0, 32);
}
