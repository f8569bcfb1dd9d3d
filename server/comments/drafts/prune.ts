import { sql } from "kysely";
import { anyOf } from "#server/lib/any-of.ts";
import { LIMITS } from "#contract/limits.ts";
import type { App, Db } from "#server/lib/request-context.ts";
import { daysBefore } from "#server/settings/retention-times.ts";

/**
 * Nightly job: forgets drafts that nobody went on with, those of people who were deleted as long ago as Inboxes are kept, and
 * what is settled of answers that waited.
 */
export async function pruneDrafts({ db, clock }: App): Promise<void> {
  const now = clock.now();
  await db.deleteFrom("drafts").where("updated_at", "<", daysBefore(now, LIMITS.draftDays)).execute();
  await db
    .deleteFrom("drafts")
    .where("user_id", "in", deletedBefore(db, daysBefore(now, LIMITS.inboxDoneDays)))
    .execute();
  await db
    .deleteFrom("scheduled_comments")
    .where("state", "in", ["sent", "cancelled"])
    .where("settled_at", "<", daysBefore(now, 1))
    .execute();
  await db
    .deleteFrom("scheduled_comments")
    .where("state", "=", "stopped")
    .where("settled_at", "<", daysBefore(now, LIMITS.draftDays))
    .execute();
}

function deletedBefore(db: Db, before: Date) {
  return db.selectFrom("users").select("id").where("deleted_at", "<", before);
}

/** Erases what waits on erased tickets, and what was begun there. */
export async function eraseWaitingOfTickets(db: Db, ticketIds: string[]): Promise<void> {
  const theirs = anyOf(ticketIds);
  await db.deleteFrom("drafts").where("ticket_id", "=", theirs).execute();
  await db.deleteFrom("scheduled_comments").where("ticket_id", "=", theirs).execute();
}

/** Erases what a person has begun to write, their answers that wait or were stopped, and their name in drafts of others. */
export async function eraseWaitingOfPerson(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("drafts").where("user_id", "=", userId).execute();
  await sql`
    update drafts set mentions = coalesce(
      (select jsonb_agg(mention) from jsonb_array_elements(mentions) as mention where mention ->> 'user_id' <> ${userId}), '[]')
    where mentions @> ${JSON.stringify([{ user_id: userId }])}::jsonb`.execute(db);
  await db.deleteFrom("scheduled_comments").where("author_id", "=", userId).execute();
}
