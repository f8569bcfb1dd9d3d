import { sql } from "kysely";
import type { Db } from "#server/lib/request-context.ts";

export function selectExpired(db: Db, before: Date) {
  return db.selectFrom("tickets").where("deleted_at", "<", before).where("erased_at", "is", null);
}

/** Locks tickets deleted before a moment; those that somebody restores right now are skipped. */
export async function lockExpired(
  db: Db,
  before: Date,
  most: number,
): Promise<{ id: string; company_id: string | null }[]> {
  return selectExpired(db, before)
    .select(["id", "company_id"])
    .orderBy("deleted_at")
    .limit(sql.lit(most))
    .forUpdate()
    .skipLocked()
    .execute();
}

/** Erases tickets down to bare rows: number, company, times, status and priority, without texts and names. */
export async function eraseTickets(db: Db, ids: string[], now: Date): Promise<void> {
  const theirs = sql<string>`any(${ids}::uuid[])`;
  await db.deleteFrom("ticket_words").where("ticket_id", "=", theirs).execute();
  await db.deleteFrom("participants").where("ticket_id", "=", theirs).execute();
  await db.deleteFrom("ticket_reads").where("ticket_id", "=", theirs).execute();
  await db
    .updateTable("tickets")
    .set({
      subject: "",
      issue: "",
      client_id: null,
      assignee_id: null,
      group_id: null,
      old_number: null,
      follow_up_at: null,
      follow_up_by: null,
      follow_up_status: null,
      follow_up_before: null,
      follow_up_due_at: null,
      erased_at: now,
    })
    .where("id", "=", theirs)
    .execute();
}
